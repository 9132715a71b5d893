// Before the first paint: this device's choice of light or dark, and of motion.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("motion") === "off") document.documentElement.dataset.motion = "off";
} catch {
  // a browser that keeps nothing: the system's choice stands
}

// The television's page is for wide screens: a phone that opens it gets what spectators get.
const page = document.documentElement.dataset;
if (page.view === "board" && innerWidth <= 760) page.view = "watch";
