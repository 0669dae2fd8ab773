// Chooses the ceremonies of a new view, and conceals what they tell until they have been played.
import { prefersReducedMotion } from "../lib/dom.js";

/**
 * A ceremony of a view: an animation of its newest moves.
 * @typedef {api.TableView["ceremonies"][number]} Ceremony
 * @typedef {Ceremony["ceremony"]} CeremonyKind
 * @typedef {import("../blocks/scene.js").View} View
 * @typedef {import("../blocks/scene.js").Block} Block
 *
 * The part of a view that must not be seen yet: everything that is new, only the new totals, or nothing.
 * @typedef {"all" | "totals" | null} Hidden
 */

/** The part that each kind of ceremony tells; it is hidden until then. @type {{[Kind in CeremonyKind]?: Hidden}} */
const HIDDEN = { spin: "all", throw: "all", reveal: "all", walk: "totals", tally: "totals" };
/** These consist of motion alone, so that nothing is left of them where nothing may move. @type {CeremonyKind[]} */
const MOVES = ["spin", "throw", "walk"];

/**
 * Return a text that is the same for views with the same ceremonies.
 * @param {View} view
 */
export function ceremoniesKey({ number, entry, ceremonies }) {
  return JSON.stringify([number, entry, ceremonies]);
}

/**
 * Return the ceremonies of a view that are to be played: none on the first page of a game, after a reveal, which has told
 * them, or where nobody looks. Of several moves at once these are the ceremonies of the last one, and the throws of all.
 * @param {View} view
 * @param {View | null} before The view of the same game before it.
 * @returns {Ceremony[]}
 */
export function newCeremonies(view, before) {
  if (before === null || before.reveal || document.hidden || ceremoniesKey(view) === ceremoniesKey(before)) return [];
  const last = view.ceremonies.at(-1)?.entry;
  const played = view.ceremonies.filter(({ entry, ceremony }) => entry === last || ceremony === "throw");
  return prefersReducedMotion() ? played.filter(({ ceremony }) => !MOVES.includes(ceremony)) : played;
}

/**
 * Return the part that is hidden while these ceremonies are still to be played.
 * @param {Ceremony[]} list
 * @returns {Hidden}
 */
export function hiddenPart(list) {
  if (prefersReducedMotion()) return null;
  const parts = list.map(({ ceremony }) => HIDDEN[ceremony]);
  return parts.includes("all") ? "all" : parts.includes("totals") ? "totals" : null;
}

/**
 * Return a view as it may be seen while these ceremonies are still to be played.
 * @template {View} AnyView
 * @param {AnyView} view
 * @param {AnyView} before The view before it.
 * @param {Ceremony[]} list
 * @returns {AnyView}
 */
export function concealNews(view, before, list) {
  const hidden = hiddenPart(list);
  if (hidden === null) return view;
  const { standings, shown, sheet, chart, entry, scene, turn, waiting, log, over } = before;
  const figures = { ...view, standings, shown, sheet, chart, entry };
  if (view.over) Object.assign(figures, { over: false, headline: "name" in list[0] ? list[0].name : before.headline });
  if (hidden === "totals") return { ...figures, scene: { ...view.scene, blocks: view.scene.blocks.flatMap((block) => withoutNewSums(block, before)) } };
  return { ...figures, turn, waiting, headline: before.headline, log, over, scene: { ...scene, blocks: withDice(scene.blocks, view.scene.blocks, list) } };
}

/**
 * Return a block; a grid, which sums things up, as it was before, or nothing if it was not there.
 * @param {Block} block
 * @param {View} before
 */
function withoutNewSums(block, { scene }) {
  return block.block === "grid" ? (scene.blocks.find(({ id }) => id === block.id) ?? []) : block;
}

/**
 * Return blocks as they were, with the dice that are about to be thrown: those that nobody saw before lie there blank.
 * @param {Block[]} before
 * @param {Block[]} after
 * @param {Ceremony[]} list
 */
function withDice(before, after, list) {
  const thrown = list.flatMap((each) => (each.ceremony === "throw" ? (each.block ?? "thrown") : []));
  const added = after.filter(({ id }) => thrown.includes(id) && before.every((block) => block.id !== id));
  return [...added.flatMap((block) => (block.block === "dice" ? blankDice(block) : [])), ...before];
}

/**
 * @param {api.DiceBlock} block
 * @returns {api.DiceBlock}
 */
function blankDice(block) {
  return { ...block, says: undefined, spoken: [], groups: block.groups.map(blankGroup) };
}

/**
 * @param {api.DiceGroup} group
 * @returns {api.DiceGroup}
 */
function blankGroup(group) {
  return { ...group, won: undefined, dice: group.dice.map((die) => ({ ...die, value: undefined, use: "roll" })) };
}
