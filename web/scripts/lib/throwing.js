// Throwing the wheel by hand: a button that is held while the wheel winds up, and that throws when it is let go.

const CLICK_MS = 700; // a click so soon after a finger was lifted is that finger's own

/**
 * Have a button throw. `wind()` is called when it is pressed, `unwind()` when the press came to nothing, `release(held)`
 * when it is let go, with how long it was held, in milliseconds; a short tap throws as well, and so does a click that
 * comes without a finger, as from a screen reader. `ready()` says whether there may be a throw now.
 */
export function throwing(button, { ready, wind, unwind, release }) {
  let since = null; // when the press began; null: there is none
  let lifted = -Infinity;

  const press = () => {
    if (since !== null || !ready()) return;
    since = performance.now();
    button.classList.add("held");
    wind();
  };
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
    lift(inside(button, event));
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

function inside(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
