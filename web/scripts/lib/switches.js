// Switches that this browser keeps from one visit to the next; some browsers keep nothing.

/**
 * Return the position of a switch: "on", "off", or null before anybody has touched it.
 * @param {string} name
 */
export function keptPosition(name) {
  try {
    return localStorage.getItem(name);
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
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // It starts as untouched each time.
  }
}
