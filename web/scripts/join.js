// Joining: the six digits that the box shows make this phone a seat, or the host.
import { post } from "./api.js";
import { h } from "./dom.js";
import { sentence } from "./reasons.js";
import { say } from "./says.js";
import { Sheet } from "./sheet.js";
import { reopen } from "./stream.js";
import { t } from "./words.js";

const DIGITS = 6;

/** Lay the question for the code over the table. */
export function join(view) {
  const sheet = new Sheet();
  const input = h("input", {
    id: "code",
    class: "code",
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 16, // digits may be pasted with blanks among them
    "aria-describedby": "code-note",
    oninput: () => group(input),
  });
  const wrong = h("p", { class: "refusal", role: "alert" });
  const submit = h("button", { class: "play" }, t("page.join.go"));
  const form = h("form", { class: "join", novalidate: true },
    h("label", { for: "code" }, t("page.join.code")),
    h("p", { id: "code-note", class: "field-note" }, t("page.join.where")),
    input, wrong, submit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    claim(view, input, wrong, sheet);
  });
  sheet.push(t("page.join.title"), form);
  input.focus();
}

async function claim(view, input, wrong, sheet) {
  const code = digits(input.value);
  wrong.textContent = "";
  if (code.length !== DIGITS) {
    refuse(input, wrong, t("page.join.six"));
    return;
  }
  try {
    const { host, seat } = await post("/api/claim", { code });
    const name = view.seats.find((one) => one.seat === seat)?.name;
    sheet.close();
    say(name ? t("page.join.seat", { name }) : t(host ? "page.join.host" : "page.join.done"));
    reopen();
  } catch (error) {
    refuse(input, wrong, sentence(error));
  }
}

/** Give up what this phone is. */
export async function forget() {
  try {
    await post("/api/forget");
    say(t("page.join.left"));
    reopen();
  } catch (error) {
    say(sentence(error), "refused");
  }
}

function refuse(input, wrong, text) {
  wrong.textContent = text;
  input.setAttribute("aria-invalid", "true");
  input.focus();
  input.select();
}

/** Digits in groups of three, as the box shows them; the caret stays behind the digit it stood at. */
function group(input) {
  const before = digits(input.value.slice(0, input.selectionStart)).length;
  const code = digits(input.value).slice(0, DIGITS);
  input.value = code.replace(/^(\d{3})(?=\d)/, "$1 ");
  const caret = Math.min(before > 3 ? before + 1 : before, input.value.length);
  input.setSelectionRange(caret, caret);
  input.removeAttribute("aria-invalid");
}

function digits(text) {
  return text.replace(/\D/g, "");
}
