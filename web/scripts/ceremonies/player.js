// Plays ceremonies one after the other. They are only watched: nothing waits for them, any press ends the present one.
import { hiddenPart } from "./brought.js";
import { loadScript } from "../lib/fetching.js";
import { onSkip } from "../lib/watched.js";

/**
 * @typedef {import("./brought.js").Ceremony} Ceremony
 * @typedef {import("./brought.js").CeremonyKind} CeremonyKind
 * @typedef {import("./brought.js").View} View
 * @typedef {import("../blocks/scene.js").Scene} Scene
 *
 * The page that ceremonies are played on. A ceremony that stays for a while after all is told calls
 * `onTold` before that.
 * @typedef {{view: View, scene: Scene, onTold: () => void}} Stage
 *
 * Ceremonies that are being played: `done` is settled at their end, `finish` ends them at once.
 * @typedef {{done: Promise<unknown>, finish: () => void}} Playback
 *
 * The script of a kind of ceremony. It gets ceremonies of this kind alone, and plays all that it gets at the same time.
 * @typedef {{play(list: Ceremony[], stage: Stage): Playback}} CeremonyScript
 *
 * @typedef {{isOver: boolean, finish: () => void}} Run
 */

/** All but the end, which the page itself shows. @type {Exclude<CeremonyKind, "final">[]} */
const KINDS = ["walk", "tally", "spin", "throw", "reveal"];

/** The ceremonies that are played now. @type {Run | null} */
let current = null;

/**
 * Play the ceremonies of a view. `left` is called with those still to be played whenever they are fewer, at last none.
 * @param {Ceremony[]} list
 * @param {{view: View, scene: Scene, left: (list: Ceremony[]) => void}} stage
 */
export async function play(list, { view, scene, left }) {
  stop();
  /** @type {Run} */
  const run = (current = { isOver: false, finish: () => {} });
  for (let at = 0; at < list.length; ) {
    const kind = list[at].ceremony;
    const length = list.slice(at).findIndex(({ ceremony }) => ceremony !== kind);
    const group = list.slice(at, length < 0 ? undefined : at + length);
    at += group.length;
    const rest = list.slice(at);
    const known = KINDS.find((each) => each === kind);
    /** @type {CeremonyScript | null} */
    const script = known ? await loadScript(`/scripts/ceremonies/${known}.js`).catch(() => null) : null;
    if (run.isOver) return;
    if (script !== null) await watch(run, script, group, { view, scene, onTold: () => left(rest) });
    if (run.isOver) return;
    left(rest);
  }
  current = null;
}

/** Stop playing: the table goes on and waits for nothing. */
export function stop() {
  if (!current) return;
  current.isOver = true;
  current.finish();
  document.documentElement.classList.remove("playing");
  current = null;
}

/**
 * @param {Run} run
 * @param {CeremonyScript} script
 * @param {Ceremony[]} list
 * @param {Stage} stage
 */
async function watch(run, script, list, stage) {
  try {
    const { done, finish } = script.play(list, stage);
    run.finish = finish;
    document.documentElement.classList.toggle("playing", hiddenPart(list) === "all");
    const ignoreSkips = onSkip(finish);
    await done;
    ignoreSkips();
  } catch (error) {
    console.warn(error); // a ceremony that fails is told all the same
  }
  run.finish = () => {};
  if (!run.isOver) document.documentElement.classList.remove("playing");
}
