// The words of the page in the reader's language: the catalogue's keys that start with `page.`, which the page brought.
const block = document.getElementById("words");
const words = block ? JSON.parse(block.textContent) : {};
const language = document.documentElement.lang || "fr";
const plurals = new Intl.PluralRules(language);

/**
 * The sentence of a key: `t("page.rank", { rank })`. `n` picks the plural; numbers get a real minus. A key
 * that nobody wrote shows itself, so that it is noticed and nothing breaks.
 */
export function t(key, args = {}) {
  const found = words[key] ?? key;
  const template = Array.isArray(found) ? found[plurals.select(Math.abs(args.n ?? 1)) === "one" ? 0 : 1] : found;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? said(args[name]) : whole));
}

/** Words that came later. */
export function learn(more) {
  Object.assign(words, more);
}

/** A number as it is counted, with a real minus: 6, −1, 0. */
export function figure(number) {
  return String(number).replace("-", "−");
}

/** A number with its sign, with a real minus: +6, −1, 0. */
export function signed(number) {
  return number > 0 ? `+${number}` : figure(number);
}

function said(value) {
  return typeof value === "number" ? figure(value) : String(value);
}
