// The list of matches: times of one's own clock, adding a match from a log, opening a copied
// position, bringing a backup back.

import { loadWords, say } from "./words.js";

const lost = document.getElementById("lost").textContent;

function hear(inputId, saysId, request) {
  const input = document.getElementById(inputId);
  const says = document.getElementById(saysId);
  const tell = (text, refused) => {
    says.className = refused ? "refused" : "";
    says.textContent = text;
  };
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > Number(input.dataset.most)) tell(input.dataset.large, true);
    else {
      tell(input.dataset.busy || "", false);
      input.disabled = true;
      try {
        const answer = await fetch(...(await request(file)));
        const body = await answer.json();
        tell(body.says || (body.message ? say(body.message, []) : lost), !body.ok);
        if (body.ok) setTimeout(() => location.reload(), 2500);
      } catch {
        tell(lost, true);
      }
      input.disabled = false;
    }
    input.value = "";
  });
}

const post = (type, body) => ({ method: "POST", headers: { "Content-Type": type }, body });

hear("import-file", "import-says", async (file) => [
  "/record/import",
  post("application/json", JSON.stringify({ log: await file.text() })),
]);
hear("restore-file", "restore-says", async (file) => [
  "/record/restore",
  post("application/octet-stream", file),
]);

// A link saves whatever comes, or fails without a word: what is refused is said, and what breaks off
// on the way is no backup.
document.getElementById("backup-file")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const link = event.currentTarget;
  if (link.getAttribute("aria-busy")) return;
  const says = document.getElementById("backup-says");
  const tell = (text) => {
    says.className = text ? "refused" : "";
    says.textContent = text;
  };
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href);
    if (answer.ok) {
      save(await answer.blob(), answer.headers.get("Content-Disposition"));
      tell("");
    } else {
      const body = await answer.json();
      tell(body.says || (body.message ? say(body.message, []) : lost));
    }
  } catch {
    tell(lost);
  }
  link.removeAttribute("aria-busy");
});

function save(file, disposition) {
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(file);
  saved.download = disposition?.match(/filename="([^"]+)"/)?.[1] || "dice-table.sqlite3";
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60000);
}

document.getElementById("position-form").addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = `/position?line=${encodeURIComponent(event.target.elements.line.value.trim())}`;
});

// The log's times are UTC; people read those of their own clock, written as their own country does.
const language = document.documentElement.lang;
const country = navigator.languages.find((one) => one.split("-")[0] === language) || language;
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) continue;
  time.textContent = at.toLocaleString(country, {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
// What the guard refuses before the record has a word in it is said here.
await loadWords(language, new URL(import.meta.url).pathname.split("/")[2]);
document.documentElement.dataset.ready = "yes";
