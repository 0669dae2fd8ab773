// On a television there is room between the rows of a track: an oasis lies on the dunes of each row but the first.
import { svg } from "../lib/dom.js";

const PALMS_AND_TENT =
  "M-16 0c1-12 3-22 7-31-6-4-13-3-18 3 1-8 7-12 15-10-4-5-10-6-16-3 5-6 13-6 18 0 4-7 12-9 18-4-6 0-11 2-14 6 7-2 13 1 15 8-5-5-11-6-16-2-3 10-4 21-4 33zM14 0l16-22 16 22h-11l-5-9-5 9zM54 0c0-8-1-15-4-21-4-1-8 0-10 4 0-6 4-9 9-8-3-3-6-4-10-2 3-4 8-5 12-1 2-4 7-6 11-3-4 0-7 2-8 4 5-1 9 1 10 6-3-4-7-5-10-2 2 7 4 14 4 23z";
const WHERE = [0.46, 0.62]; // in widths of the track, by row
const DUNES = 2; // in a row
const ABOVE_ROAD = 15; // behind its edge

/**
 * Draw oases on every track of a television.
 * @param {Element} screen
 */
export function showOases(screen) {
  new MutationObserver(() => {
    for (const track of screen.querySelectorAll(".largest .track")) if (!track.querySelector(".oasis")) drawOases(track);
  }).observe(screen, { childList: true, subtree: true });
}

/** @param {Element} track */
function drawOases(track) {
  const width = Number(track.getAttribute("viewBox")?.split(" ")[2]);
  const dunes = [...track.querySelectorAll(".dune")];
  for (const [index, dune] of dunes.entries()) {
    const row = Math.floor(index / DUNES);
    if (row === 0 || index % DUNES === 0) continue;
    const ground = Number(dune.getAttribute("d")?.match(/^M[\d.]+ ([\d.]+)/)?.[1]);
    dune.after(svg("path", { class: "oasis", d: PALMS_AND_TENT, transform: `translate(${WHERE[(row - 1) % WHERE.length] * width} ${ground - ABOVE_ROAD}) scale(1.2)` }));
  }
}
