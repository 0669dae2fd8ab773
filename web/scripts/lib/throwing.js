// Throws a wheel by hand: a button is held while the wheel winds up, and released to throw.

const CLICK_MS = 700; // a click so soon after a finger was lifted is that finger's own

/**
 * Make a button throw. A short tap throws as well, and so does a click without a finger, as from a screen reader.
 * @param {HTMLElement} button
 * @param {{
 *   ready: () => boolean,
 *   wind: () => void,
 *   unwind: () => void,
 *   release: (held: number) => void,
 * }} hand `ready` returns whether a throw is possible now. `wind` is called when the button is pressed, `unwind` when
 *   the press came to nothing, `release` when it is released, with the milliseconds for which it was held.
 */
export function makeThrowable(button, { ready, wind, unwind, release }) {
  /** @type {number | null} */
  let since = null; // when the press began
  let lifted = -Infinity;

  const press = () => {
    if (since !== null || !ready()) return;
    since = performance.now();
    button.classList.add("held");
    wind();
  };
  /** @param {boolean} thrown */
  const lift = (thrown) => {
    if (since === null) return;
    const held = performance.now() - since;
    since = null;
    button.classList.remove("held");
    if (thrown && ready()) release(held);
    else unwind();
  };

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    press();
  });
  button.addEventListener("pointerup", (event) => {
    lifted = performance.now();
    lift(isInside(button, event));
  });
  button.addEventListener("pointercancel", () => lift(false));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Escape") lift(false);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault(); // the click of a key comes too early, or not at all
    if (!event.repeat) press();
  });
  button.addEventListener("keyup", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    lift(true);
  });
  button.addEventListener("blur", () => lift(false));
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press is no question here
  button.addEventListener("click", () => {
    if (performance.now() - lifted < CLICK_MS || !ready()) return;
    wind();
    release(0);
  });
}

/**
 * @param {Element} element
 * @param {{clientX: number, clientY: number}} point
 */
function isInside(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
