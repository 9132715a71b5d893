// A browser never asks again for a file that it could not have, as where the network was away. So the
// page begins anew once the file can be had; the table keeps everything.
(() => {
  const KEY = "begun anew";
  const LONGEST_S = 64;
  let begins = false;

  // How often in a row; where nothing can be kept, as if often.
  function times() {
    try {
      return Number(sessionStorage.getItem(KEY));
    } catch {
      return 6;
    }
  }

  function keep(count) {
    try {
      sessionStorage.setItem(KEY, count);
    } catch {
      // then it waits the longest time each time
    }
  }

  // Returns once the file can be had.
  window.onceThere = async (file, pause_ms) => {
    do await new Promise((soon) => setTimeout(soon, pause_ms));
    while (!(await fetch(file, { cache: "no-store" }).catch(() => ({}))).ok);
  };

  window.beginAnew = async (file) => {
    if (begins) return;
    begins = true;
    const count = times();
    keep(count + 1);
    await window.onceThere(file, 1000 * Math.min(LONGEST_S, 2 ** count));
    location.reload();
  };

  // What comes with the page; a part that is fetched later is tried again by itself (later.js), and
  // so is what was only asked for early (`modulepreload`), once it is needed.
  addEventListener(
    "error",
    ({ target }) => {
      const file = target.tagName === "SCRIPT" ? target.src : target.rel === "stylesheet" && target.href;
      if (file && !target.dataset.later) window.beginAnew(file);
    },
    true,
  );
  setTimeout(() => begins || keep(0), 1000 * LONGEST_S);
})();
