// Plays the way of pieces along their places.

/**
 * Walk pieces along their places.
 * @param {api.WalkCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play(list, { scene }) {
  const walks = list.flatMap(({ block, piece, places }) => (scene.drawingOf(block, "track") ?? scene.drawingOf(block, "squares"))?.walkAlong(piece, places) ?? []);
  return { done: Promise.allSettled(walks.map(({ done }) => done)), finish: () => walks.forEach((walk) => walk.finish()) };
}
