// Before the first paint: this device's choice of light or dark, and of motion.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("motion") === "off") document.documentElement.dataset.motion = "off";
} catch {
  // a browser that keeps nothing: the system's choice stands
}
