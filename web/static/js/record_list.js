// The list of matches: times of one's own clock, and adding a match from a log file.

const input = document.getElementById("import-file");
const says = document.getElementById("import-says");

input.addEventListener("change", async () => {
  const [file] = input.files;
  if (!file) return;
  try {
    const answer = await fetch("/record/import", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ log: await file.text() }),
    });
    const body = await answer.json();
    says.className = body.ok ? "" : "refused";
    says.textContent = body.says || body.message?.text || input.dataset.lost;
    if (body.ok) setTimeout(() => location.reload(), 1200);
  } catch {
    says.className = "refused";
    says.textContent = input.dataset.lost;
  }
  input.value = "";
});
// The log's times are UTC; people read those of their own clock.
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (Number.isNaN(at.getTime())) continue;
  time.textContent = at.toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
document.documentElement.dataset.ready = "yes";
