// Switches that this browser keeps from one visit to the next. One that keeps nothing starts with the usual position.
/**
 * Return the position of a switch.
 * @param {string} name
 * @param {boolean} usual The position before anybody has touched it.
 */
export function isOn(name, usual) {
  try {
    return (localStorage.getItem(name) ?? (usual ? "on" : "off")) === "on";
  } catch {
    return usual;
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
    // It starts with the usual position each time.
  }
}
