// Options that are said of one seat or place after another: one value, made of all answers, as `rules/per_seat_options.py` makes it.

/** What the value of an option says there; null where it says nothing. */
export function answerAt(value, at) {
  return at.reduce((found, key) => found?.[key] ?? null, value);
}

/** The value with another answer there. */
export function answered(option, value, at, answer) {
  return made(option.apart.map((one) => [one.at, same(one.at, at) ? answer : answerAt(value, one.at)]));
}

/** What a value says of those whom the option is said of now; null where that is nothing. */
export function kept(option, value) {
  return made(option.apart.map((one) => [one.at, answerAt(value, one.at)]));
}

/** What is said of the others: of this one it cannot be said where the option is exclusive. */
export function taken(option, value, at) {
  const others = option.exclusive ? option.apart.filter((one) => !same(one.at, at)) : [];
  return new Set(others.map((one) => answerAt(value, one.at)).filter((answer) => answer !== null));
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function made(answers) {
  return answers.reduce((value, [at, answer]) => (answer === null ? value : setText(value, at, answer)), null);
}

function setText(value, [key, ...rest], answer) {
  if (key === undefined) return answer;
  if (typeof key === "string") return { ...value, [key]: setText(value?.[key] ?? null, rest, answer) };
  const items = Array.from({ length: Math.max(value?.length ?? 0, key + 1) }, (_, i) => value?.[i] ?? null);
  items[key] = setText(items[key], rest, answer);
  return items;
}
