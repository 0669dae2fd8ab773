// What a page loads once something is tapped; each function is that of its name there.
import { Unreachable } from "../lib/api.js";
import { loadTapped } from "../lib/fetching.js";
import { errorSentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";

/** Whether this phone gives up its seat by itself: any other loss of a seat has to be told. */
export const leaving = { byHand: false };

/** Load it all, so that it is there when it is asked for. */
export function fetchAhead() {
  loadTapped("/scripts/offers/play.js").catch(() => {});
  loadTapped("/scripts/table/moves.js").catch(() => {});
}

/**
 * Play a move by its form.
 * @param {Parameters<typeof import("./play.js").playForm>} args
 */
export async function playForm(...args) {
  return (await orSay(loadTapped("/scripts/offers/play.js")))?.playForm(...args);
}

/**
 * Return the changes on the board; null if their script is lost.
 * @param {Parameters<typeof import("./board_changes.js").boardChanges>} args
 */
export async function boardChanges(...args) {
  return (await orSay(loadTapped("/scripts/offers/board_changes.js")))?.boardChanges(...args) ?? null;
}

/**
 * Show the moves so far.
 * @param {Parameters<typeof import("../table/moves.js").showMoves>} args
 */
export async function showMoves(...args) {
  return (await orSay(loadTapped("/scripts/table/moves.js")))?.showMoves(...args);
}

/**
 * Ask for a code, or who shall be host.
 * @param {api.PhoneView} view
 * @param {"join" | "joinAsHost" | "handOn"} name
 */
export async function join(view, name = "join") {
  return (await orSay(loadTapped("/scripts/table/join.js")))?.[name](view);
}

/**
 * Use a scanned code.
 * @param {string} code
 * @param {api.PhoneView} view
 */
export async function claimScanned(code, view) {
  return (await orSay(loadTapped("/scripts/table/join.js")))?.claimScanned(code, view);
}

/**
 * Give up the seat, being host, or both, as the function of this name in join.js.
 * @param {"release" | "resign" | "forget"} name
 */
export async function leave(name) {
  leaving.byHand = name !== "resign";
  if (!(await (await orSay(loadTapped("/scripts/table/join.js")))?.[name]())) leaving.byHand = false;
}

/**
 * Return a script that is being loaded; if the network lost it, say so and return null: the next tap asks for it again.
 * @template Script
 * @param {Promise<Script>} script
 */
async function orSay(script) {
  try {
    return await script;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(errorSentence(new Unreachable()), "refused");
    return null;
  }
}
