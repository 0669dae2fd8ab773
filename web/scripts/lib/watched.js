// What turns or tumbles while people watch: how it is cut short, and where a wheel comes to rest.
const GOLDEN = 0.618; // leans one spin after the other where in its sector the wheel rests, the same on all pages

/** Have a tap or a key anywhere call it enough; gives what takes that back. */
export function onSkip(enough) {
  const signs = ["pointerdown", "keydown"];
  for (const sign of signs) addEventListener(sign, enough, { capture: true });
  return () => {
    for (const sign of signs) removeEventListener(sign, enough, { capture: true });
  };
}

/** Where in its sector the spin of this number rests, from 0 to 1: anywhere, yet the same on every page. */
export function lean(number) {
  return (number * GOLDEN) % 1;
}
