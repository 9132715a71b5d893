// Joining a table that is already being played: who has what, tapped together.

export function joinTable() {
  return null;
}
