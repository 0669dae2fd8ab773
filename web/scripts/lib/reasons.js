// Why something was refused or failed, in sentences for the reader.
import { Refusal } from "./api.js";
import { t } from "./words.js";

/** Why something failed, as a sentence, with the ruling it rests on. */
export function sentence(error) {
  if (!(error instanceof Refusal)) return t("page.act.unreachable");
  if (error.error === "stale") return t("page.act.stale");
  const reason = error.body.private || error.reason || t("page.act.broken");
  return ruled({ ...error.body, reason });
}

/** A reason as a sentence with what it is cited by, where there is a ruling. */
export function ruled(why) {
  return why.ruling ? t("page.act.ruled", { reason: why.reason, ruling: cited(why) }) : why.reason;
}

/** By which ruling, and whether that is a decision of the companion's; empty where there is no ruling. */
export function cited({ ruling, reading }) {
  return [ruling, reading].filter(Boolean).join(": ");
}
