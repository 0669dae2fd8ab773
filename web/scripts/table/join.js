// Joining: the six digits that the box shows make this phone a seat, or the host.
import { get, post, Refusal } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { leaving } from "../offers/on_demand.js";
import { sentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { reopen } from "../lib/stream.js";
import { t } from "../lib/words.js";

const DIGITS = 6;
const ASK_MS = 1000; // between two looks whether the box has been answered

let tried = 0; // codes sent: the answer to an earlier one says nothing any more

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
  const mine = ++tried;
  try {
    await use(code, view, sheet);
  } catch (error) {
    if (mine !== tried) return;
    const { wait } = error.body ?? {};
    refuse(input, wrong, wait ? t("page.join.wait", { n: wait }) : sentence(error));
    if (wait) setTimeout(() => mine === tried && input.isConnected && claim(view, input, wrong, sheet), 1000 * wait);
  }
}

/** Become what a code stands for. */
async function use(code, view, sheet) {
  leaving.byHand = false;
  const role = await post("/api/claim", { code });
  sheet?.close();
  reopen();
  if (role.asked) await untilAnswered(view);
  else welcome(view, role);
}

/** The camera saw a square code: what stood behind its # is sent. */
export async function scanned(code, view) {
  try {
    await use(code, view);
  } catch (error) {
    say(sentence(error), "refused");
  }
}

function welcome(view, { host, seat }) {
  const name = view.seats.find((one) => one.seat === seat)?.name;
  say(name ? t("page.join.seat", { name }) : t(host ? "page.join.host" : "page.join.done"));
}

/** Another phone has the seat: the box asks. Its yes comes with the table's stream too, its no only here. */
async function untilAnswered(view) {
  say(t("page.join.asked"));
  for (;;) {
    await new Promise((done) => setTimeout(done, ASK_MS));
    let role;
    try {
      role = await get("/api/claim");
    } catch (error) {
      if (error instanceof Refusal) {
        say(sentence(error), "refused");
        return;
      }
      continue; // the box is out of reach for a moment: what it was answered can be asked for later
    }
    if (role.asked) continue;
    if (role.refused || role.seat === null) say(t("page.join.refused"), "refused");
    else welcome(view, role);
    return;
  }
}

/** Let go of the seat; a host stays host. */
export function release() {
  return giveUp("/api/release", "page.join.released");
}

/** Lead no longer; the seat stays this phone's. */
export function resign() {
  return giveUp("/api/resign", "page.join.resigned");
}

/** Give up what this phone is. */
export function forget() {
  return giveUp("/api/forget", "page.join.left");
}

async function giveUp(path, done) {
  leaving.byHand = true;
  try {
    await post(path);
    say(t(done));
    reopen();
  } catch (error) {
    leaving.byHand = false;
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
