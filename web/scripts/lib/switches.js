// Switches that this browser keeps from one visit to the next; where nothing may be stored, for this visit.

/** @type {Map<string, string>} */
const positions = new Map();
export const SOUNDS = "companion-table-sounds";

/**
 * Return the position of a switch: "on", "off", or null before anybody has touched it.
 * @param {string} name
 */
export function keptPosition(name) {
  try {
    return positions.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keep the position of a switch.
 * @param {string} name
 * @param {boolean} on
 */
export function keep(name, on) {
  const position = on ? "on" : "off";
  positions.set(name, position);
  try {
    localStorage.setItem(name, position);
  } catch {
    // The next visit starts as untouched.
  }
}

/** Return whether the sounds of the table are on. */
export function areSoundsOn() {
  return keptPosition(SOUNDS) === "on";
}
