// The numbers that a field of a form can have: its bounds, and those that are refused for now, with the reason.
import { withRuling } from "../lib/reasons.js";
import { formatNumber, formatSigned, t } from "../lib/words.js";

/** @typedef {import("./fields.js").NumberField} NumberField */

/**
 * Return a number as a field shows it: of a change of an amount, the amount that it leads to.
 * @param {NumberField} field
 * @param {number} number
 */
export function formatValue({ signed, base = 0 }, number) {
  return signed ? formatSigned(number) : formatNumber(base + number);
}

/**
 * Return whether a field can have a number.
 * @param {NumberField} field
 * @param {number} number
 */
export function allows(field, number) {
  return number >= field.low && number <= field.high && !(field.nonzero && number === 0) && !gapAt(field, number);
}

/**
 * Return the numbers, refused for now, that this one belongs to.
 * @param {NumberField} field
 * @param {number} number
 */
export function gapAt({ gaps = [] }, number) {
  return gaps.find(({ low, high }) => low <= number && number <= high);
}

/**
 * Return the nearest number beyond this one that is allowed; null without one.
 * @param {NumberField} field
 * @param {number} number
 * @param {number} by 1 or −1.
 */
export function nextNumber(field, number, by) {
  do {
    number += by;
  } while (number >= field.low && number <= field.high && !allows(field, number));
  return allows(field, number) ? number : null;
}

/**
 * Return the number that a field starts at: 1, or the nearest to it that is allowed; of a change of an amount, no change.
 * @param {NumberField} field
 */
export function firstNumber(field) {
  if (field.base !== undefined) return Math.min(Math.max(0, field.low), field.high);
  const start = Math.min(Math.max(1, field.low), field.high);
  if (allows(field, start)) return start;
  return nextNumber(field, start, -1) ?? nextNumber(field, start, 1) ?? start;
}

/**
 * Return in words which numbers are refused, and why.
 * @param {NumberField} field
 * @param {api.GapView} gap
 */
export function gapText(field, gap) {
  const low = formatValue(field, gap.low);
  const bounds = gap.low === gap.high ? low : t("page.form.gap", { low, high: formatValue(field, gap.high) });
  return t("page.form.left_out", { what: bounds, reason: withRuling(gap) });
}

/**
 * Return the bounds of a field as it shows them.
 * @param {NumberField} field
 */
export function boundsOf(field) {
  return { low: formatValue(field, field.low), high: formatValue(field, field.high) };
}
