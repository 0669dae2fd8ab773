// The words of the page in the reader's language: the catalogue's keys that start with `page.`.

/** @type {Record<string, string | [string, string]>} */
const catalogue = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const language = document.documentElement.lang || "fr";
const plurals = new Intl.PluralRules(language);

/**
 * Return the sentence of a key: `t("page.rank", { rank })`. `n` selects the plural; numbers get a real minus;
 * `{name:de}` joins a name to the French "de". A key without a sentence is returned itself, so that it is noticed.
 * @param {string} key
 * @param {Record<string, any>} args
 * @returns {string}
 */
export function t(key, args = {}) {
  const sentence = catalogue[key] ?? key;
  const form = plurals.select(Math.abs(args.n ?? 1)) === "one" ? 0 : 1;
  const template = Array.isArray(sentence) ? sentence[form] : sentence;
  return template.replace(/\{(\w+)(?::(de))?\}/g, (whole, name, de) => {
    if (!(name in args)) return whole;
    return de ? withDe(String(args[name])) : formatArgument(args[name]);
  });
}

/**
 * Add words that came later.
 * @param {Record<string, string | [string, string]>} more
 */
export function addWords(more) {
  Object.assign(catalogue, more);
}

/**
 * Return a number with a real minus: 6, −1, 0.
 * @param {number} number
 */
export function formatNumber(number) {
  return String(number).replace("-", "−");
}

/**
 * Return a number with its sign, with a real minus: +6, −1, 0.
 * @param {number} number
 */
export function formatSigned(number) {
  return number > 0 ? `+${number}` : formatNumber(number);
}

/**
 * Return the numbers of a range in words: "1 or 2", "2 to 5".
 * @param {number} low
 * @param {number} high
 */
export function formatRange(low, high) {
  return t(high - low === 1 ? "page.range.two" : "page.range.more", { low, high });
}

/**
 * Return a word joined to the French "de", as `companion/words/catalogue.py` does: "d’Ada", "de Bao".
 * @param {string} word
 */
function withDe(word) {
  return /^([aeiouh]|y[^aeiou])/i.test(word.normalize("NFD")) ? `d’${word}` : `de ${word}`;
}

/** @param {unknown} value */
function formatArgument(value) {
  return typeof value === "number" ? formatNumber(value) : String(value);
}
