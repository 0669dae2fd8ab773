// Plays throws of dice, which tumble where they lie.
import { emitSound } from "../lib/watched.js";

/**
 * Throw dice.
 * @param {api.ThrowCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play(list, { scene }) {
  const rolls = list.flatMap(({ block, groups }) => scene.drawingOf(block ?? "thrown", "dice")?.roll(groups) ?? []);
  const done = Promise.allSettled(rolls.map((roll) => roll.done)).then(() => rolls.length && emitSound("knock"));
  return { done, finish: () => rolls.forEach((roll) => roll.finish()) };
}
