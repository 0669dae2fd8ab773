// Plays throws of dice, which tumble where they lie.

/**
 * Throw dice.
 * @param {api.ThrowCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play(list, { scene }) {
  const rolls = list.flatMap(({ block, groups }) => scene.drawingOf(block ?? "thrown", "dice")?.roll(groups) ?? []);
  return { done: Promise.allSettled(rolls.map(({ done }) => done)), finish: () => rolls.forEach((roll) => roll.finish()) };
}
