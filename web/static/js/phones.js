// How other devices come in: the address as a QR code, and a link for each seat and screen.

import { seatColour } from "./colours.js";
import { h } from "./dom.js";
import { icon } from "./drawings.js";
import { _ } from "./words.js";

function code(app, then) {
  return h(
    "div",
    { class: "join" },
    h("img", {
      class: "join-code",
      src: "/join.svg",
      alt: _("QR code of this table's address"),
      width: 180,
      height: 180,
    }),
    h(
      "p",
      {},
      _("Point a phone's camera at this, or open"),
      h("b", { class: "address" }, app.boot.address),
      h("span", { class: "join-then" }, ...then),
    ),
  );
}

// At the set-up: who comes in now is there when the match begins.
export function phonesIn(app) {
  return h(
    "section",
    { class: "phones-in", "aria-labelledby": "phones-in" },
    h("h2", { id: "phones-in" }, _("Phones and screens")),
    code(app, [_("A phone that comes in now shows the match as soon as it begins.")]),
    h(
      "p",
      { class: "phones-links" },
      h(
        "a",
        { class: "button small-button", href: "/board", target: "_blank", rel: "noopener" },
        icon("tv"),
        _("Television"),
      ),
      h(
        "a",
        { class: "button small-button", href: "/watch", target: "_blank", rel: "noopener" },
        icon("eye"),
        _("Just watch"),
      ),
    ),
  );
}

export function phones(app) {
  const { match } = app;
  return {
    title: _("Phones and screens"),
    inside: [
      code(app, [_("Then touch this sign there, and your own name."), icon("phone")]),
      h("h3", { class: "links-title" }, _("On this device: each opens in a new tab")),
      h(
        "div",
        { class: "seat-links" },
        match.players.map((name, seat) =>
          h(
            "a",
            {
              key: seat,
              class: "button",
              href: `/seat/${seat}`,
              target: "_blank",
              rel: "noopener",
              style: { "--seat": seatColour(app, seat) },
            },
            h("span", { class: "seat-dot", "aria-hidden": "true" }),
            words(name, _("plays this seat alone")),
          ),
        ),
        h(
          "a",
          { key: "tv", class: "button", href: "/board", target: "_blank", rel: "noopener" },
          icon("tv"),
          words(_("Television"), _("large, for everybody to read; nothing to press")),
        ),
        h(
          "a",
          { key: "watch", class: "button", href: "/watch", target: "_blank", rel: "noopener" },
          icon("eye"),
          words(_("Just watch"), _("for who does not play; nothing to press")),
        ),
      ),
    ],
  };
}

function words(name, what) {
  return h("span", { class: "link-words" }, h("b", {}, name), h("small", {}, what));
}
