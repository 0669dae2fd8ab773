// The reasons of refusals and failures, in sentences for the reader.
import { Refusal } from "./api.js";
import { t } from "./words.js";

/**
 * Return why something failed, as a sentence, with its ruling.
 * @param {unknown} error
 * @returns {string}
 */
export function errorSentence(error) {
  if (!(error instanceof Refusal)) return t("page.act.unreachable");
  if (error.error === "stale") return t("page.act.stale");
  const reason = error.body.private || error.reason || t("page.act.broken");
  return withRuling({ ...error.body, reason });
}

/**
 * Return a reason as a sentence, with its ruling if there is one.
 * @param {{reason: string, ruling?: string | null, reading?: string}} why
 */
export function withRuling(why) {
  return why.ruling ? t("page.act.ruled", { reason: why.reason, ruling: citation(why) }) : why.reason;
}

/**
 * Return the ruling, and whether it is a decision of the companion's; empty without a ruling.
 * @param {{ruling?: string | null, reading?: string}} why
 */
export function citation({ ruling, reading }) {
  return [ruling, reading].filter(Boolean).join(" · ");
}
