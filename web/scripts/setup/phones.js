// The page of phones: who may act, when each was last there, and forgetting one.
import { get, post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { sentence } from "../lib/reasons.js";
import { ask } from "../lib/sheet.js";
import { t } from "../lib/words.js";

const AGAIN_MS = 15000; // between two looks at who is there
const list = document.getElementById("guests");
const said = document.getElementById("said");

async function look() {
  try {
    draw((await get("/api/phones")).phones);
  } catch (error) {
    said.textContent = sentence(error);
  }
}

function draw(phones) {
  const held = document.activeElement?.dataset.id;
  list.replaceChildren(...phones.map(row));
  if (held) (list.querySelector(`[data-id="${held}"]`) ?? list.querySelector("button"))?.focus();
}

function row(phone) {
  const about = [h("b", {}, phone.text), phone.you && h("small", {}, ` ${t("page.phones.you")}`), h("small", {}, ` ${phone.since}`)];
  const forget = h("button", {
    class: "quiet erase",
    type: "button",
    dataset: { id: phone.id },
    "aria-label": t("page.phones.forget_this", { who: phone.text }),
    onclick: () => forgetOne(phone),
  }, t("page.phones.forget"));
  return h("li", {}, h("span", { class: "guest" }, about.filter(Boolean)), forget);
}

async function forgetOne(phone) {
  const sure = await ask(t("page.phones.question", { who: phone.text }), t(phone.you ? "page.phones.body_you" : "page.phones.body"), t("page.phones.forget"));
  if (!sure) return;
  try {
    await post("/api/phones", { forget: phone.id });
  } catch (error) {
    said.textContent = sentence(error);
    return;
  }
  if (phone.you) {
    location.assign("/");
    return;
  }
  said.textContent = t("page.phones.forgotten", { who: phone.text });
  await look();
}

look();
setInterval(() => document.hidden || look(), AGAIN_MS);
