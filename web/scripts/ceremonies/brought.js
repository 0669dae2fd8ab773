// Which ceremonies a new view brings, and what may not be seen while they are played: the deed first, the verdict after.
import { still } from "../lib/dom.js";

/**
 * What is played before eyes, as the view has it.
 * @typedef {{ceremony: string, entry: number, by: number, typed: boolean, again: boolean, [field: string]: any}} Ceremony
 *
 * How much must not be seen yet: everything that is new, what the totals come to, or nothing.
 * @typedef {"all" | "totals" | null} Hidden
 */

/** What a ceremony tells at its end: until then that much may not be seen. @type {Record<string, Hidden>} */
const HIDES = { spin: "all", throw: "all", reveal: "all", walk: "totals", tally: "totals" };
const MOVES = ["spin", "throw", "walk"]; // nothing is left of them where nothing may move

/** What a view has happened, to be told from another by it. */
export function happening({ number, entry, ceremonies }) {
  return JSON.stringify([number, entry, ceremonies]);
}

/**
 * What a view brings that is to be played: nothing on the first page of a game, or where nobody looks. Of several moves
 * at once it is what the last one brought, with the dice of all of them.
 * @returns {Ceremony[]}
 */
export function brought(view, news) {
  if (news === null || document.hidden || happening(view) === happening(news)) return [];
  const last = view.ceremonies.at(-1)?.entry;
  const played = view.ceremonies.filter(({ entry, ceremony }) => entry === last || ceremony === "throw");
  return still() ? played.filter(({ ceremony }) => !MOVES.includes(ceremony)) : played;
}

/** What may not be seen while these are still to be played. @param {Ceremony[]} list @returns {Hidden} */
export function hides(list) {
  if (still()) return null;
  const found = list.map(({ ceremony }) => HIDES[ceremony]);
  return found.includes("all") ? "all" : found.includes("totals") ? "totals" : null;
}

/**
 * A view as it may be seen while these are still to be played, `news` being the one before it.
 * @param {Ceremony[]} list
 */
export function hushed(view, news, list) {
  const hidden = hides(list);
  if (hidden === null) return view;
  const { standings, shown, sheet, chart, entry } = news;
  const figures = { ...view, standings, shown, sheet, chart, entry };
  if (view.over) Object.assign(figures, { over: false, headline: list[0].name ?? news.headline });
  if (hidden === "totals") return { ...figures, scene: { ...view.scene, blocks: view.scene.blocks.map((block) => counted(block, news)).filter(Boolean) } };
  const { turn, headline, log } = news;
  return { ...figures, turn, headline, log, over: news.over, scene: { ...news.scene, blocks: withDice(news.scene.blocks, view.scene.blocks, list) } };
}

/** What sums things up stays as it was. */
function counted(block, { scene }) {
  return block.block === "grid" ? scene.blocks.find(({ id }) => id === block.id) : block;
}

/** Blocks as they were, with the dice that are about to be thrown: those that nobody saw before lie there blank. */
function withDice(before, after, list) {
  const thrown = list.filter(({ ceremony }) => ceremony === "throw").map(({ block }) => block ?? "thrown");
  const fresh = after.filter(({ id }) => thrown.includes(id) && before.every((block) => block.id !== id));
  return [...fresh.map(blank), ...before];
}

function blank({ says, groups, ...block }) {
  const unrolled = groups.map(({ won, dice, ...group }) => ({ ...group, dice: dice.map(({ value, ...die }) => ({ ...die, use: "roll" })) }));
  return { ...block, groups: unrolled, spoken: [] };
}
