// A wheel is turned and rests; whoever has thrown it here hears it tick.
import { drawing, setText } from "../lib/dom.js";
import { sign } from "../blocks/parts.js";
import { lean } from "../lib/watched.js";

const TURNS = 3; // of a wheel that was thrown elsewhere

/** @type {import("./player.js").Sort["play"]} */
export function play(list, { view, scene }) {
  const { block, band, sector, entry } = list.at(-1);
  const ring = scene.drawingOf(block);
  if (!ring?.wheel) return { done: Promise.resolve(), finish: () => {} };
  const { wheel, hand } = ring;
  const thing = ring.ring.bands.find(({ id }) => id === band)?.thing;
  const turning = (thing && sign(thing, view)) || drawing("wind_rose");
  wheel.announce(band);
  wheel.hub.classList.remove("stark");
  wheel.hub.replaceChildren(turning);
  setText(ring.told, "");
  const mine = hand?.thrown ?? false;
  const done = wheel.turn(sector, lean(entry), mine ? hand.turns : TURNS);
  return { done: done.then(() => hand && (hand.thrown = false)), finish: () => wheel.finish() };
}
