// What the Deluxe game adds: specialists on their tiles and with their owners, round worms.

export function specialistsOn() {
  return null;
}

export function tokens() {
  return null;
}
