// Why something was refused or failed, in sentences for the reader.
import { Refusal } from "./api.js";
import { t } from "./words.js";

/** Why something failed, as a sentence, with the ruling it rests on. */
export function sentence(error) {
  if (!(error instanceof Refusal)) return t("page.act.unreachable");
  if (error.error === "stale") return t("page.act.stale");
  return ruled(error.body.private || error.reason || t("page.act.broken"), error.ruling);
}

/** A sentence with its ruling, where there is one. */
export function ruled(reason, ruling) {
  return ruling ? t("page.act.ruled", { reason, ruling }) : reason;
}
