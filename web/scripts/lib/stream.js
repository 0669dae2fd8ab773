// Keeps the page in touch with the box: the newest view as soon as there is one, else a banner.
import { isOurs, onAnswer, randomId, Refusal, request } from "./api.js";
import { byId, setText } from "./dom.js";
import { loadScript } from "./fetching.js";
import { t } from "./words.js";

const AGAIN_MS = 500; // after the connection broke
const CROWDED_MS = 3000; // after the box said that it has no place for this page
const OPEN_MS = 3000; // how long a connection may take: a phone that wakes often asks a network that is not there yet
const ASK_MS = 2000; // between two questions while nothing comes through the stream
const TRY_MS = 30000; // how long a stream that lets nothing through is kept before another is tried
const LATE_MS = 1500; // how much later than the answer to a command its view may come
const SILENT_MS = 35000; // two beats of the box that did not come, and a little
const LOOK_MS = 1000; // how often that is looked after; a phone that slept looks as it wakes
const JUST_NOW_MS = 300; // signs of waking come together: one new connection is enough
const BACK_MS = 2500; // how long the good news stays

const page = randomId();
let openAgain = () => {};

/** Connect again, for instance after this phone got another role. */
export function reconnect() {
  openAgain();
}

/**
 * Call a function with every new view, the newest only, for as long as the page lives.
 *
 * A stream is the box's once it has named its build: a browser shows no headers of it, and a login page of the network
 * or a proxy that holds back events opens it, too. Until then the page asks for views.
 *
 * A view that is older than the one before is dropped while the connection is the same: after a new connection the box
 * may rightly show an older table.
 * @param {(view: api.PhoneView) => void} onView
 * @param {{path?: string, banner?: HTMLElement, base?: api.PhoneView | null, name?: string}} options `path` is a stream of
 *   the box; `banner` is shown while nothing is heard; `base` is the view that the page has, `name` its name.
 */
export function connect(onView, { path = "/api/events", banner = byId("banner"), base, name = "" } = {}) {
  const address = `${path}?page=${page}`;
  /** @type {EventSource | null} */
  let source = null;
  let isOurStream = false; // the present connection has named its build
  /** @type {Promise<boolean>} */
  let asked = Promise.resolve(false); // the newest question: whether the box has answered
  let askedAt = 0;
  /** @type {api.PhoneView | null} */
  let newest = null; // the newest view of this connection
  let openedAt = 0;
  let heardAt = 0; // by the clock on the wall, which goes on while a phone sleeps
  let nextOpening = 0; // timer
  /** @type {"lost" | "crowded" | null} */
  let trouble = null;

  function open() {
    close();
    source = new EventSource(base ? `${address}&changes=${name}` : address);
    openedAt = heardAt = Date.now();
    const opened = source;
    opened.addEventListener("build", (event) => greet(event, opened));
    opened.onerror = () => retry(opened);
  }

  function close() {
    clearTimeout(nextOpening);
    source?.close();
    source = newest = null;
    isOurStream = false;
  }

  function heard() {
    heardAt = Date.now();
    if (trouble) showBack();
  }

  /**
   * Listen to a stream that named its build. If the box serves other pages by now, load them.
   * @param {MessageEvent} event
   * @param {EventSource} opened
   */
  function greet({ data }, opened) {
    if (!isOurStream) {
      opened.onmessage = (event) => {
        heard();
        show(JSON.parse(event.data), event.lastEventId);
      };
      opened.addEventListener("change", (event) => change(event, opened));
      opened.addEventListener("beat", heard);
    }
    isOurStream = true;
    heard();
    if (data !== document.documentElement.dataset.build) location.reload();
  }

  /**
   * Show the view that a change leads to; ask for a whole one if that is not possible.
   * @param {MessageEvent} event
   * @param {EventSource} opened
   */
  async function change({ data, lastEventId }, opened) {
    heard();
    const script = await loadScript("/scripts/lib/changes.js").catch(() => null);
    const { of, change } = JSON.parse(data);
    if (opened !== source) return;
    if (script && of === name) {
      show(script.applyChange(base, change), lastEventId);
      return;
    }
    if (!script) base = null; // whole views need nothing more
    name = "";
    open();
  }

  /**
   * @param {api.PhoneView} view
   * @param {string} id
   */
  function show(view, id) {
    if (base) [base, name] = [view, id];
    deliver(view);
  }

  /** @param {api.PhoneView} view */
  function deliver(view) {
    if (newest && view.number === newest.number && view.seq < newest.seq) return;
    newest = view;
    onView(view);
  }

  /** Ask for the view that the stream does not bring, not too often; return whether the box answers. */
  function askForView() {
    if (Date.now() - askedAt < ASK_MS) return asked;
    askedAt = Date.now();
    const before = source; // a view that comes after another connection may be that of another role
    asked = request("/api/state", { headers: { Accept: "application/json" } }, OPEN_MS)
      .then((view) => source === before && deliver(view))
      .then(() => true, (error) => error instanceof Refusal);
    return asked;
  }

  /**
   * Expect the view after a command: it should come with the stream, unless something on the way holds it back.
   * @param {api.AnswerView} answer
   */
  function expect({ number, seq }) {
    setTimeout(() => {
      if (source && !(newest && newest.number === number && newest.seq >= seq)) askForView();
    }, LATE_MS);
  }

  /** @param {EventSource} broken */
  async function retry(broken) {
    const known = isOurStream;
    close();
    nextOpening = setTimeout(open, AGAIN_MS);
    if (known) {
      showTrouble("lost");
      return;
    }
    const crowded = await isCrowded(address);
    const reached = crowded || (await askForView());
    if (source && source !== broken) return; // it has been opened meanwhile
    if (!reached) {
      showTrouble("lost");
      return;
    }
    if (crowded) showTrouble("crowded");
    else if (trouble) showBack();
    clearTimeout(nextOpening);
    nextOpening = setTimeout(open, crowded ? CROWDED_MS : ASK_MS);
  }

  async function look() {
    if (!source || document.hidden) return;
    const [watched, known] = [source, isOurStream];
    const silent = Date.now() - (known ? heardAt : openedAt);
    if (silent < (known ? SILENT_MS : OPEN_MS)) return;
    const reached = await askForView();
    if (source !== watched || isOurStream !== known) return;
    if (!reached) showTrouble("lost");
    else if (trouble) showBack();
    if (!reached || known || silent > TRY_MS) open();
  }

  /** After a sleep nobody can tell a dead connection from a quiet one, and a new one costs little: always open it. */
  function wake() {
    if (document.hidden) return;
    if (source && Date.now() - openedAt < JUST_NOW_MS) return;
    open();
  }

  /** @param {"lost" | "crowded"} state */
  function showTrouble(state) {
    trouble = state;
    banner.dataset.state = state;
    banner.hidden = false;
    setText(banner, t(`page.link.${state}`));
    document.documentElement.classList.add("asleep");
  }

  function showBack() {
    trouble = null;
    banner.dataset.state = "back";
    setText(banner, t("page.link.back"));
    document.documentElement.classList.remove("asleep");
    setTimeout(() => {
      if (!trouble) banner.hidden = true;
    }, BACK_MS);
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => showTrouble("lost"));
  addEventListener("pagehide", close); // leaves its place to another page; a page that comes back wakes
  setInterval(look, LOOK_MS);
  openAgain = open;
  onAnswer(expect);
  open();
}

/**
 * Return whether the box has no place for this page. A browser hides why a stream was refused, so ask for it once more.
 * @param {string} address
 */
async function isCrowded(address) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), OPEN_MS);
  try {
    const answer = await fetch(address, { signal: stop.signal });
    return isOurs(answer) && answer.status === 503;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}
