// Plays ceremonies one after the other. They are only watched: no press ever waits for them, and any press is enough of one.
import { hides } from "./brought.js";
import { fetched } from "../lib/fetching.js";
import { onSkip } from "../lib/watched.js";

/** @typedef {import("./brought.js").Ceremony} Ceremony */
/** @typedef {import("./brought.js").Hidden} Hidden */

/**
 * What plays one sort: several of a sort that follow each other are played at the same time.
 * @typedef {{done: Promise<unknown>, finish: () => void}} Played
 * @typedef {{view: any, scene: import("../blocks/scene.js").Scene, told: () => void}} Stage
 * @typedef {{play: (list: Ceremony[], stage: Stage) => Played}} Sort
 */

const SORTS = ["walk", "tally", "spin", "throw", "reveal", "final"];

/** What is on now. @type {{over: boolean, finish: () => void} | null} */
let on = null;

/**
 * Play what a view brought. `left` is called whenever less of it is still to be played; the last time with nothing.
 * @param {Ceremony[]} list
 * @param {{view: any, scene: import("../blocks/scene.js").Scene, left: (list: Ceremony[]) => void}} about
 */
export async function play(list, { view, scene, left }) {
  stop();
  const run = (on = { over: false, finish: () => {} });
  for (let at = 0; at < list.length; ) {
    const sort = list[at].ceremony;
    const many = list.slice(at).findIndex(({ ceremony }) => ceremony !== sort);
    const now = list.slice(at, many < 0 ? undefined : at + many);
    at += now.length;
    const rest = list.slice(at);
    const script = SORTS.includes(sort) ? await fetched(`/scripts/ceremonies/${sort}.js`).catch(() => null) : null;
    if (run.over) return;
    if (script !== null) await watch(run, script, now, { view, scene, told: () => left(rest) });
    if (run.over) return;
    left(rest);
  }
  on = null;
}

/** The table goes on: nothing that is played is waited for. */
export function stop() {
  if (!on) return;
  on.over = true;
  on.finish();
  document.documentElement.classList.remove("playing");
  on = null;
}

async function watch(run, script, list, stage) {
  try {
    const { done, finish } = script.play(list, stage);
    run.finish = finish;
    document.documentElement.classList.toggle("playing", hides(list) === "all");
    const asleep = onSkip(finish);
    await done;
    asleep();
  } catch (error) {
    console.warn(error); // what cannot be played is told all the same
  }
  run.finish = () => {};
  if (!run.over) document.documentElement.classList.remove("playing");
}
