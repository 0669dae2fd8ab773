// The page of phones: who may act, when each was last there, and forgetting one.
import { get, post } from "../lib/api.js";
import { byId, h } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";
import { askYesNo } from "../lib/ask.js";
import { t } from "../lib/words.js";

const AGAIN_MS = 15000; // between two looks at who is there
const list = byId("guests");
const message = byId("said");
list.tabIndex = -1; // takes the focus of a phone that is gone

async function look() {
  try {
    /** @type {api.PhonesView} */
    const { phones } = await get("/api/phones");
    render(list, phones.map(phoneItem));
  } catch (error) {
    message.textContent = errorSentence(error);
  }
}

/** @param {api.PhoneEntryView} phone */
function phoneItem(phone) {
  const { id, text, you, since } = phone;
  const forget = h(
    "button",
    {
      class: "quiet erase",
      type: "button",
      "aria-label": t("page.phones.forget_this", { who: text }),
      onclick: () => askToForget(phone),
    },
    t("page.phones.forget"),
  );
  const own = you && h("small", {}, ` · ${t("page.phones.you")}`);
  return h("li", { key: id }, h("span", { class: "guest" }, h("b", {}, text), own, h("small", {}, ` · ${since}`)), forget);
}

/** @param {api.PhoneEntryView} phone */
async function askToForget({ id, text, you }) {
  const body = t(you ? "page.phones.body_you" : "page.phones.body");
  if (!(await askYesNo(t("page.phones.question", { who: text }), body, t("page.phones.forget")))) return;
  try {
    await post("/api/phones", { forget: id });
  } catch (error) {
    message.textContent = errorSentence(error);
    return;
  }
  if (you) {
    location.assign("/");
    return;
  }
  message.textContent = t("page.phones.forgotten", { who: text });
  await look();
}

look();
setInterval(() => document.hidden || look(), AGAIN_MS);
