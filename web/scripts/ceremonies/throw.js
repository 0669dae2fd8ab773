// Dice are thrown: they tumble where they lie.

/** @type {import("./player.js").Sort["play"]} */
export function play(list, { scene }) {
  const rolls = list.flatMap(({ block, groups }) => scene.drawingOf(block ?? "thrown")?.roll?.(groups) ?? []);
  return { done: Promise.allSettled(rolls.map(({ done }) => done)), finish: () => rolls.forEach((one) => one.finish()) };
}
