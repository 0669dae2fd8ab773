// Options with an answer for each seat or place, combined into one value, as in `rules/per_seat_options.py`.

/**
 * @typedef {api.SetupTargetView} Part A part of such an option.
 * @typedef {Part["at"]} Path The path of a part's answer in the value of its option.
 */

/**
 * Return the answer at this path in the value of an option; null without an answer.
 * @param {any} value
 * @param {Path} path
 * @returns {any}
 */
export function answerAt(value, path) {
  return path.reduce((part, key) => part?.[key] ?? null, value);
}

/**
 * Return the value with another answer at this path.
 * @param {Part[]} parts
 * @param {any} value
 * @param {Path} path
 * @param {any} answer
 */
export function withAnswer(parts, value, path, answer) {
  return combineAnswers(parts.map(({ at }) => [at, isSame(at, path) ? answer : answerAt(value, at)]));
}

/**
 * Return a value reduced to the parts that the option has now; null without any. With more players it may have had more.
 * @param {Part[]} parts
 * @param {any} value
 */
export function currentValue(parts, value) {
  return combineAnswers(parts.map(({ at }) => [at, answerAt(value, at)]));
}

/**
 * Return the answers of all other parts. An exclusive option allows none of them here.
 * @param {Part[]} parts
 * @param {any} value
 * @param {Path} path
 */
export function otherAnswers(parts, value, path) {
  const others = parts.filter(({ at }) => !isSame(at, path));
  return new Set(others.map(({ at }) => answerAt(value, at)).filter((answer) => answer !== null));
}

/**
 * @param {Path} path
 * @param {Path} other
 */
function isSame(path, other) {
  return JSON.stringify(path) === JSON.stringify(other);
}

/**
 * Return the value that contains exactly these answers; null if there are none.
 * @param {[Path, any][]} answers
 */
function combineAnswers(answers) {
  let value = null;
  for (const [path, answer] of answers) if (answer !== null) value = setAnswer(value, path, answer);
  return value;
}

/**
 * @param {any} value
 * @param {Path} path
 * @param {any} answer
 * @returns {any}
 */
function setAnswer(value, [key, ...rest], answer) {
  if (key === undefined) return answer;
  if (typeof key === "string") return { ...value, [key]: setAnswer(value?.[key] ?? null, rest, answer) };
  const items = Array.from({ length: Math.max(value?.length ?? 0, key + 1) }, (_, i) => value?.[i] ?? null);
  items[key] = setAnswer(items[key], rest, answer);
  return items;
}
