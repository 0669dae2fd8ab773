// A seal of chance: the four words and the digits of a commitment, and its seed once that is revealed.
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Return a commitment as a section; `note` is shown while its seed is sealed.
 * @param {api.CommitmentView} commitment
 * @param {string} title
 * @param {string} note
 */
export function sealSection({ words, sha256, seed }, title = t("page.chance.seal"), note = t("page.chance.sealed")) {
  return h(
    "section",
    { class: "seal", dataset: { sha256 } },
    h("h3", {}, title),
    h("p", { class: "seal-words" }, words.map((word) => h("span", {}, word))),
    h("details", {}, h("summary", {}, t("page.chance.hex")), digitsToCopy(sha256)),
    seed ? [h("h3", {}, t("page.chance.seed")), digitsToCopy(seed)] : note && h("p", { class: "hint" }, note),
  );
}

/** @param {string} hex */
function digitsToCopy(hex) {
  /** @param {MouseEvent} event */
  const copy = async ({ currentTarget }) => {
    const status = currentTarget instanceof Element && currentTarget.nextElementSibling;
    const key = (await copyText(hex)) ? "page.chance.copied" : "page.chance.not_copied";
    if (status) status.textContent = t(key);
  };
  const status = h("p", { class: "hint", role: "status" });
  return h("div", { class: "digits" }, h("code", {}, hex), button("quiet", copy, t("page.chance.copy")), status);
}

/**
 * Copy a text; return whether it worked. Over plain HTTP browsers keep the clipboard from pages: then the old way is used.
 * @param {string} text
 */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { readonly: true, class: "unseen" }, text);
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return copied;
  }
}
