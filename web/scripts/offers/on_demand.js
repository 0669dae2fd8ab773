// What a page loads once something is tapped; each function is that of its name there.
import { Unreachable } from "../lib/api.js";
import { loadTapped } from "../lib/fetching.js";
import { errorSentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";

/** Whether this phone gives up its seat by itself: any other loss of a seat has to be told. */
export const leaving = { byHand: false };

/** Whether a confirmed command is on its way: changes of the table can be its own. */
export const confirming = { isOnItsWay: false };

/** Load it all, so that it is there when it is asked for. */
export function fetchAhead() {
  loadTapped("/scripts/offers/play.js").catch(() => {});
  loadTapped("/scripts/offers/confirm.js").catch(() => {});
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
 * Return the confirmation of a command; null if its script is lost.
 * @param {ConstructorParameters<typeof import("./confirm.js").Confirmation>} args
 */
export async function newConfirmation(...args) {
  const script = await orSay(loadTapped("/scripts/offers/confirm.js"));
  return script && new script.Confirmation(...args);
}

/**
 * Show the moves that have no card.
 * @param {Parameters<typeof import("./more_moves.js").showMoreMoves>} args
 */
export async function showMoreMoves(...args) {
  return (await orSay(loadTapped("/scripts/offers/more_moves.js")))?.showMoreMoves(...args);
}

/**
 * Show the form of a correction.
 * @param {api.PhoneView} view
 */
export async function showCorrections(view) {
  return (await orSay(loadTapped("/scripts/offers/more_moves.js")))?.showCorrections(view);
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
 * Show tonight's rules.
 * @param {Parameters<typeof import("../table/rules.js").showRules>} args
 */
export async function showRules(...args) {
  return (await orSay(loadTapped("/scripts/table/rules.js")))?.showRules(...args);
}

/** Switch the sounds on or off. */
export async function switchSounds() {
  return (await orSay(loadTapped("/scripts/table/sounds.js")))?.switchSounds();
}

/**
 * Ask before something rash is done.
 * @param {Parameters<typeof import("../lib/ask.js").askYesNo>} args
 */
export async function askYesNo(...args) {
  return (await orSay(loadTapped("/scripts/lib/ask.js")))?.askYesNo(...args);
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
    if (!(error instanceof TypeError || error instanceof Unreachable)) throw error;
    say(errorSentence(new Unreachable()), "refused");
    return null;
  }
}
