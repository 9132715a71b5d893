// What the page says: the gettext catalogue of this phone's language, filled in here.

const FORMS = {
  en: (n) => (n === 1 ? 0 : 1),
  de: (n) => (n === 1 ? 0 : 1),
  pl: (n) => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14) ? 1 : 2),
};
let language = "en";
let catalogue = {};

export async function loadWords(chosen, version) {
  language = chosen in FORMS ? chosen : "en";
  try {
    const answer = await fetch(`/words/${version}/${language}.json`);
    if (answer.ok) catalogue = await answer.json();
  } catch {
    catalogue = {}; // English stands until it can be fetched
    window.beginAnew(`/words/${version}/${language}.json`);
  }
}

export function currentLanguage() {
  return language;
}

// `_` marks a sentence for the catalogues; `fields` fill its {names}.
export function _(text, fields) {
  return fill(catalogue[text] || bySentence(text), fields || {});
}

// "All boards are full. Ann wins." stands in no catalogue, but each of its sentences does.
function bySentence(text) {
  if (!text.includes(". ")) return text;
  return text
    .split(/(?<=\.) /)
    .map((part) => catalogue[part] || part)
    .join(" ");
}

function fill(sentence, fields) {
  return sentence.replace(/\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g, (whole, name, forms) => {
    if (!(name in fields)) return whole;
    if (forms === undefined) return String(fields[name]);
    const words = forms.split("|");
    return words[Math.min(FORMS[language](Math.abs(Number(fields[name]) || 0)), words.length - 1)];
  });
}

// Dice in a sentence: the worm by its name, the golden and the black die by their colour.
const DICE = new Set(["dice", "die", "face", "read", "spent"]);

function spokenDie(symbol) {
  if (symbol.length > 1 && symbol[0] === "g")
    return _("{face} (golden)", { face: spokenDie(symbol.slice(1)) });
  if (symbol.length > 1 && symbol[0] === "b")
    return _("{face} (black)", { face: spokenDie(symbol.slice(1)) });
  return symbol === "w" ? _("worm") : symbol;
}

// A message of the rules: fields called seat or *_seat are spoken as the players' names.
export function say(message, players) {
  if (!message) return "";
  const fields = {};
  for (const [name, value] of Object.entries(message.params)) {
    const isSeat = (name === "seat" || name.endsWith("_seat")) && typeof value === "number";
    if (isSeat) fields[name] = players?.[value] ?? _("seat {number}", { number: value + 1 });
    else if (DICE.has(name) && typeof value === "string")
      fields[name] = value.split(" ").map(spokenDie).join(", ");
    else if (name === "deed" && value) fields[name] = sayDeed({ text: value, params: { ...message.params, deed: "" } }, players);
    else fields[name] = value;
  }
  return _(message.text, fields);
}

// What was done, said inside a longer sentence: without its full stop.
export function sayDeed(deed, players) {
  return say(deed, players).replace(/\.$/, "");
}
