// Pieces go along their places.

/** @type {import("./player.js").Sort["play"]} */
export function play(list, { scene }) {
  const walks = list.map(({ block, piece, places }) => scene.drawingOf(block)?.walkAlong?.(piece, places)).filter(Boolean);
  return { done: Promise.allSettled(walks.map(({ finished }) => finished)), finish: () => walks.forEach((one) => one.finish()) };
}
