// Plays the spin of a wheel until it rests; it goes on from the hand of the player who has thrown it on this phone.
import { drawing, setText } from "../lib/dom.js";
import { sign } from "../blocks/amounts.js";
import { restingPoint } from "../lib/watched.js";

const TURNS = 3; // of a wheel that was thrown elsewhere

/**
 * Turn a wheel to where it rests.
 * @param {api.SpinCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play(list, { view, scene }) {
  const { block, band, sector, entry } = list[list.length - 1];
  const ring = scene.drawingOf(block, "ring");
  if (!ring) return { done: Promise.resolve(), finish: () => {} };
  const { wheel, hand } = ring;
  const thing = ring.bands.find(({ id }) => id === band)?.thing;
  wheel.announce(band);
  wheel.hub.classList.remove("stark");
  wheel.hub.replaceChildren((thing && sign(thing, view)) || drawing("wind_rose"));
  setText(ring.result, "");
  const done = wheel.turn(sector, restingPoint(entry), hand?.isThrown ? hand.turns : TURNS).then(() => {
    if (hand) hand.isThrown = false;
  });
  return { done, finish: () => wheel.finish() };
}
