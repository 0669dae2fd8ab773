// A seal of chance: the four words and the digits of a commitment, and the seed once that is opened.
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** A commitment as it is shown; `note` is said while its seed is sealed. */
export function sealOf({ words, sha256, seed }, title = t("page.chance.seal"), note = t("page.chance.sealed")) {
  return h(
    "section",
    { class: "seal", dataset: { sha256 } },
    h("h3", {}, title),
    h("p", { class: "seal-words" }, words.map((word) => h("span", {}, word))),
    h("details", {}, h("summary", {}, t("page.chance.hex")), digits(sha256)),
    seed ? [h("h3", {}, t("page.chance.seed")), digits(seed)] : note && h("p", { class: "hint" }, note),
  );
}

function digits(hex) {
  const told = h("p", { class: "hint", role: "status" });
  const copied = async () => (told.textContent = t((await copy(hex)) ? "page.chance.copied" : "page.chance.not_copied"));
  return h("div", { class: "digits" }, h("code", {}, hex), button("quiet", copied, t("page.chance.copy")), told);
}

/** Copy a text; gives whether it worked. Over plain HTTP browsers keep the clipboard from pages: the old way then. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { readonly: true, class: "unseen" }, text);
    const before = document.activeElement;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus({ preventScroll: true });
    return done;
  }
}
