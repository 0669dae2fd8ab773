// Keeps the page in touch with the box: the newest view as soon as there is one, and a banner while there is none.
import { randomId } from "./api.js";
import { fetched } from "./fetching.js";
import { t } from "./words.js";

const AGAIN_MS = 500; // after the connection broke
const CROWDED_MS = 3000; // after the box said that it has no place for this page
const OPEN_MS = 3000; // how long a connection may take: a phone that wakes often asks a network that is not there yet
const SILENT_MS = 35000; // two beats of the box that did not come, and a little
const LOOK_MS = 1000; // how often that is looked after; a phone that slept looks as it wakes
const JUST_NOW_MS = 300; // signs of waking come together: one new connection is enough
const BACK_MS = 2500; // how long the good news stays

const page = randomId();
let reopenNow = () => {};

/** Connect anew, for instance when this phone has become somebody else. */
export function reopen() {
  reopenNow();
}

/**
 * Have `onView` called with every new view, the newest only, for as long as the page lives.
 *
 * `path` is a stream of the box; `banner` the element that says so when nothing is heard. A view that is older than the
 * one before is dropped while the connection is the same: after a new one the box may rightly tell of an older table.
 */
export function connect(onView, { path = "/api/events", banner = document.getElementById("banner"), base, name = "" } = {}) {
  const address = `${path}?page=${page}`;
  let source = null;
  let opened = false; // the connection of now has been accepted
  let newest = null; // what it has shown so far
  let openedAt = 0;
  let heardAt = 0; // by the clock on the wall, which goes on while a phone sleeps
  let again = null;
  let trouble = null;

  function open() {
    close();
    source = new EventSource(base ? `${address}&changes=${name}` : address);
    openedAt = heardAt = Date.now();
    source.onopen = () => {
      opened = true;
      heard();
    };
    source.onmessage = (event) => {
      heard();
      show(JSON.parse(event.data), event.lastEventId);
    };
    source.addEventListener("change", change);
    source.addEventListener("beat", heard);
    source.addEventListener("build", renew);
    source.onerror = () => failed(source);
  }

  function close() {
    clearTimeout(again);
    source?.close();
    source = newest = null;
    opened = false;
  }

  function heard() {
    heardAt = Date.now();
    if (trouble) cheer();
  }

  /** The box serves other pages by now: this one may offer what they do not know. */
  function renew({ data }) {
    heard();
    if (data !== document.documentElement.dataset.build) location.reload();
  }

  async function change({ data, lastEventId, target }) {
    heard();
    const { changed } = await fetched("/scripts/lib/changes.js").catch(() => ({}));
    const { of, change } = JSON.parse(data);
    if (target !== source) return;
    if (changed && of === name) return show(changed(base, change), lastEventId);
    if (!changed) base = null; // whole views need nothing more
    name = "";
    open();
  }

  function show(view, id) {
    if (base) [base, name] = [view, id];
    if (newest && view.number === newest.number && view.seq < newest.seq) return;
    newest = view;
    onView(view);
  }

  async function failed(broken) {
    const refused = !opened;
    close();
    again = setTimeout(open, AGAIN_MS);
    if (trouble !== "crowded") tell("lost");
    if (!refused) return;
    const crowded = await isCrowded(address);
    if (source && source !== broken) return; // it has been opened meanwhile
    if (!crowded) {
      if (trouble === "crowded") tell("lost");
      return;
    }
    tell("crowded");
    clearTimeout(again);
    again = setTimeout(open, CROWDED_MS);
  }

  function look() {
    if (!source) return;
    const silent = Date.now() - (opened ? heardAt : openedAt);
    if (silent < (opened ? SILENT_MS : OPEN_MS)) return;
    tell("lost");
    open();
  }

  /** After a sleep nobody can tell a dead connection from a quiet one, and a new one costs little: always open it. */
  function wake() {
    if (document.hidden) return;
    if (source && Date.now() - openedAt < JUST_NOW_MS) return;
    open();
  }

  function tell(what) {
    trouble = what;
    banner.dataset.state = what;
    banner.hidden = false;
    write(banner, t(`page.link.${what}`));
    document.documentElement.classList.add("asleep");
  }

  function cheer() {
    trouble = null;
    banner.dataset.state = "back";
    write(banner, t("page.link.back"));
    document.documentElement.classList.remove("asleep");
    setTimeout(() => {
      if (!trouble) banner.hidden = true;
    }, BACK_MS);
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => tell("lost"));
  addEventListener("pagehide", close); // leaves its place to another page; a page that comes back wakes
  setInterval(look, LOOK_MS);
  reopenNow = open;
  open();
}

/** Why a stream was refused: the browser keeps that from us, so ask once more and listen to the status only. */
async function isCrowded(address) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), OPEN_MS);
  try {
    return (await fetch(address, { signal: stop.signal })).status === 503;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Read aloud once: the same words again are no news. */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
