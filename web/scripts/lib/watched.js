// What turns or tumbles while people watch: how it is cut short, where a wheel comes to rest, and what is heard of it.
const GOLDEN = 0.618; // gives successive spins different resting points, the same on all pages

/**
 * Call a function at a tap or key anywhere; return a function that ends this.
 * @param {() => void} skip
 */
export function onSkip(skip) {
  const types = ["pointerdown", "keydown"];
  for (const type of types) addEventListener(type, skip, { capture: true });
  return () => {
    for (const type of types) removeEventListener(type, skip, { capture: true });
  };
}

/**
 * Return where in its sector the spin of this number rests, from 0 to 1: anywhere, yet the same on every page.
 * @param {number} number
 */
export function restingPoint(number) {
  return (number * GOLDEN) % 1;
}

/**
 * Tell the sounds of the page what is to be heard now; nothing listens while they are off.
 * @param {import("../table/sounds.js").Sound} sound
 */
export function emitSound(sound) {
  document.dispatchEvent(new CustomEvent("companion:sound", { detail: sound }));
}
