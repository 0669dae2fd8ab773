// The page of backups: asking the box for everything, and restoring a backup in two steps.
import { get, post, Refusal, Unreachable } from "../lib/api.js";
import { byId, h, setText } from "../lib/dom.js";
import { fetchFile, saveFile } from "../lib/downloads.js";
import { askForHost } from "../lib/guest.js";
import { errorSentence } from "../lib/says.js";
import { t } from "../lib/words.js";

const FILE_TYPE = "application/vnd.sqlite3";
const LOOK_MS = 1000; // between two looks at what the box was answered, or whether it is there again
const BACK_MS = 180000; // how long the table may take until it is there again
const STORE = "companion-restored";

// Everything, once the box allows it.

let isTaken = false;

/** @param {string} id */
function buttonOf(id) {
  return byId(id, HTMLButtonElement);
}

async function askBox() {
  const button = buttonOf("ask");
  const hadFocus = document.activeElement === button; // a button that is disabled lets the keys go elsewhere
  button.disabled = true;
  try {
    await post("/api/backup/ask");
  } catch (error) {
    showRequest(errorSentence(error));
    return;
  } finally {
    button.disabled = false;
    if (hadFocus) button.focus();
  }
  await follow();
}

/**
 * Return whether the box is asked, or the file may be fetched.
 * @param {api.PermissionRequestView["standing"]} standing
 */
function isPending(standing) {
  return standing === "asked" || standing === "ready";
}

/** Show the state of the request for as long as it is pending. */
async function follow() {
  const askButton = buttonOf("ask");
  const takeButton = buttonOf("take");
  /** @type {api.PermissionRequestView["standing"]} */
  let standing = "asked";
  while (isPending(standing)) {
    let seconds;
    try {
      /** @type {api.BackupView} */
      const { whole } = await get("/api/backup");
      ({ standing, seconds } = whole);
    } catch (error) {
      showRequest(errorSentence(error));
      return;
    }
    const isNew = standing === "ready" && takeButton.hidden;
    const hadFocus = [askButton, takeButton, byId("whole-said")].some((element) => element === document.activeElement);
    askButton.hidden = isPending(standing);
    takeButton.hidden = standing !== "ready";
    if (standing === "asked") showRequest(t("page.backup.asked"));
    else if (standing === "ready") showRequest(t("page.backup.ready", { n: Math.ceil(seconds / 60) }));
    else if (standing === "refused") showRequest(t("page.backup.refused"));
    else if (!isTaken) showRequest(t("page.backup.too_late"));
    if (isNew || hadFocus) focusRequest();
    await pause();
  }
}

/** Focus whatever of this section can be pressed, or else its text: whoever goes by keys stays here. */
function focusRequest() {
  (["take", "ask"].map(buttonOf).find((button) => !button.hidden) ?? byId("whole-said")).focus();
}

async function take() {
  const button = buttonOf("take");
  const hadFocus = document.activeElement === button;
  button.disabled = true;
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const { content } = await fetchFile(fetch("/api/backup/take", { method: "POST", headers, body: "{}" }));
    saveFile(content, "all-games.sqlite3");
    isTaken = true;
    showRequest(t("page.backup.taken"));
  } catch (error) {
    showRequest(errorSentence(error));
  } finally {
    button.disabled = false;
    if (hadFocus) button.focus();
  }
}

/** @param {string} text */
function showRequest(text) {
  setText(byId("whole-said"), text);
}

// Restoring a backup.

/** The backup that the box has examined and keeps until the decision. @type {api.UploadedView | null} */
let uploaded = null;

/** @param {File} file */
async function upload(file) {
  const input = byId("file", HTMLInputElement);
  const most = Number(input.dataset.most);
  await discard();
  showFault("");
  if (file.size > most) {
    showFault(t("page.backup.too_large", { n: most / 1024 ** 2 }));
    return;
  }
  input.disabled = true;
  byId("sent").hidden = false;
  try {
    if ((await get("/api/backup")).busy) throw new Refusal(409, { error: "busy", reason: t("page.backup.busy") });
    uploaded = await send(file);
    showUploaded(uploaded);
  } catch (error) {
    showFault(errorSentence(error));
  } finally {
    input.disabled = false;
    input.value = "";
    byId("sent").hidden = true;
    setText(byId("bring-said"), "");
  }
}

/**
 * Send a file, and show how much of it has gone; return the answer of the box. Throws Refusal or Unreachable.
 * @param {File} file
 * @returns {Promise<api.UploadedView>}
 */
function send(file) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest(); // which alone tells how much of it has gone
    request.open("POST", "/api/restore");
    request.setRequestHeader("Content-Type", FILE_TYPE);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => showProgress(loaded / total);
    request.onload = () => {
      if (!request.getResponseHeader("X-Companion")) failed(new Unreachable());
      else if (request.status === 200) done(request.response);
      else failed(new Refusal(request.status, request.response ?? {}));
    };
    request.onerror = () => failed(new Unreachable());
    showProgress(0);
    request.send(file);
  });
}

/** @param {number} share From 0 to 1. */
function showProgress(share) {
  byId("sent", HTMLProgressElement).value = share;
  setText(byId("bring-said"), t(share < 1 ? "page.backup.sending" : "page.backup.checking"));
}

/**
 * Show what a backup would replace: nothing is done yet.
 * @param {api.UploadedView} backup
 */
function showUploaded({ games, going_on, opens, too_long, here, aside }) {
  const facts = [
    t("page.backup.in_file", { n: games }) + (going_on ? ` ${t("page.backup.going_on", { n: going_on })}` : ""),
    ...too_long.map((number) => t("page.backup.too_long", { number })),
    opens ? t("page.backup.opens", { game: opens }) : t("page.backup.opens_none"),
    t("page.backup.here", { n: here }),
    ...(aside ? [t("page.backup.aside", { game: aside })] : []),
  ];
  byId("facts").replaceChildren(...facts.map((fact) => h("li", {}, fact)));
  byId("found").hidden = false;
  byId("put").focus();
}

async function restore() {
  if (!uploaded) return;
  const { backup } = uploaded;
  const putButton = buttonOf("put");
  const leaveButton = buttonOf("leave");
  putButton.disabled = leaveButton.disabled = true;
  try {
    await post("/api/restore/put", { backup, put: true });
  } catch (error) {
    if (error instanceof Refusal) {
      showFault(errorSentence(error));
      return;
    }
  } finally {
    putButton.disabled = leaveButton.disabled = false;
    byId("found").hidden = true;
    uploaded = null;
  }
  await awaitRestored(backup);
}

/**
 * Wait for the table that begins anew, and load the page anew, which shows what became of the backup.
 * @param {string} backup
 */
async function awaitRestored(backup) {
  showMessage(t("page.backup.again"));
  for (const end = Date.now() + BACK_MS; Date.now() < end; await pause()) {
    /** @type {api.BackupView | null} */
    const view = await get("/api/backup").catch(() => null);
    if (view?.restored?.backup !== backup) continue;
    keep(backup);
    location.reload(); // all that the page counts is another now
    return;
  }
  showMessage(t("page.act.unreachable"));
}

/**
 * Show what became of a backup that this phone has brought, once: on the page that is loaded then.
 * @param {api.RestoredView | null} restored
 */
function showRestored(restored) {
  if (!restored || restored.backup !== recall()) return;
  if (restored.reason) showFault(restored.reason);
  else showMessage(t("page.backup.done", { n: restored.games, name: restored.kept }));
}

/**
 * Keep the name of a backup for the page that is loaded next.
 * @param {string} backup
 */
function keep(backup) {
  try {
    sessionStorage.setItem(STORE, backup);
  } catch {
    // A browser that keeps nothing shows it by what the page counts.
  }
}

/** Return the name that was kept, once. */
function recall() {
  try {
    const backup = sessionStorage.getItem(STORE);
    sessionStorage.removeItem(STORE);
    return backup;
  } catch {
    return null; // as above
  }
}

/** Have the box discard the backup that it keeps. */
async function discard() {
  const backup = uploaded?.backup;
  uploaded = null;
  byId("found").hidden = true;
  if (backup) await post("/api/restore/put", { backup, put: false }).catch(() => {}); // the box discards it by itself
}

/** @param {string} text */
function showFault(text) {
  const fault = byId("fault");
  fault.textContent = text;
  fault.hidden = !text;
}

/** @param {string} text */
function showMessage(text) {
  const message = byId("said");
  message.textContent = text;
  if (text) message.scrollIntoView({ block: "nearest" });
}

function pause() {
  return new Promise((done) => setTimeout(done, LOOK_MS));
}

function listen() {
  const input = byId("file", HTMLInputElement);
  buttonOf("ask").addEventListener("click", askBox);
  buttonOf("take").addEventListener("click", take);
  input.addEventListener("change", () => input.files?.[0] && upload(input.files[0]));
  buttonOf("put").addEventListener("click", restore);
  buttonOf("leave").addEventListener("click", async () => {
    await discard();
    showMessage(t("page.backup.left"));
  });
}

/** @param {api.BackupView} view */
function begin({ whole, restored }) {
  showRestored(restored);
  if (isPending(whole.standing)) follow();
}

if (document.getElementById("guest")) {
  askForHost(new Refusal(401, {}), () => location.reload());
} else {
  listen();
  // A page that is loaded anew goes on where the one before was; one that cannot ask still shows what it came with.
  get("/api/backup").then(begin, () => {});
}
