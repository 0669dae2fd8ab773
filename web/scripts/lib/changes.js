// Applies changes to values. companion/server/views/view_changes.py describes changes. The old value stays as it is.

/**
 * @typedef {{is?: any, list?: ListPart[], keys?: Record<string, Change>, gone?: string[], order?: string[]}} Change
 * @typedef {[number, number] | [number, Change] | Change} ListPart
 */

/**
 * Return the value after a change.
 * @param {any} before
 * @param {Change} change
 * @returns {any}
 */
export function applyChange(before, change) {
  if ("is" in change) return change.is;
  if (change.list) return change.list.flatMap((part) => applyListPart(before, part));
  const now = { ...before };
  for (const name of change.gone ?? []) delete now[name];
  for (const [name, inner] of Object.entries(change.keys ?? {})) now[name] = applyChange(now[name], inner);
  return change.order ? Object.fromEntries(change.order.map((name) => [name, now[name]])) : now;
}

/**
 * @param {any[]} before
 * @param {ListPart} part
 * @returns {any[]}
 */
function applyListPart(before, part) {
  if (!Array.isArray(part)) return [applyChange(null, part)];
  const [at, other] = part;
  return typeof other === "number" ? before.slice(at, other) : [applyChange(before[at], other)];
}
