// Adding a match from a log file: its text goes to the table, whose answer is said.

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
document.documentElement.dataset.ready = "yes";
