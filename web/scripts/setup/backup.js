// The page of backups: asking the box for everything, and bringing a backup in two steps.
import { get, post, Refusal, Unreachable } from "../lib/api.js";
import { asksForHost } from "../lib/guest.js";
import { sentence } from "../lib/says.js";
import { t } from "../lib/words.js";

const FILE_TYPE = "application/vnd.sqlite3";
const LOOK_MS = 1000; // between two looks at what the box was answered, or whether it is there again
const BACK_MS = 180000; // how long the table may take until it is there again
const NEWS = "companion-restored";
const part = (id) => document.getElementById(id);
const said = part("said");

// Everything, once the box allows it.

async function askBox() {
  const held = document.activeElement === part("ask"); // a button that is disabled lets the keys go elsewhere
  part("ask").disabled = true;
  try {
    await post("/api/backup/ask");
  } catch (error) {
    tellWhole(sentence(error));
    return;
  } finally {
    part("ask").disabled = false;
    if (held) part("ask").focus();
  }
  await follow();
}

/** Say how it stands for as long as the box is asked, or the file may be fetched. */
async function follow() {
  for (let standing = "asked"; standing === "asked" || standing === "ready"; ) {
    let seconds;
    try {
      ({ standing, seconds } = (await get("/api/backup")).whole);
    } catch (error) {
      tellWhole(sentence(error));
      return;
    }
    const focus = standing === "ready" && part("take").hidden;
    const held = [part("ask"), part("take"), part("whole-said")].includes(document.activeElement);
    part("ask").hidden = standing === "asked" || standing === "ready";
    part("take").hidden = standing !== "ready";
    if (standing === "asked") tellWhole(t("page.backup.asked"));
    else if (standing === "ready") tellWhole(t("page.backup.ready", { n: Math.ceil(seconds / 60) }));
    else if (standing === "refused") tellWhole(t("page.backup.refused"));
    if (standing === "none" && !taken) tellWhole(t("page.backup.too_late"));
    if (focus || held) stay();
    await pause();
  }
}

/** Whoever goes by keys stays in this section, whatever of it was there to be pressed. */
function stay() {
  const there = [part("take"), part("ask")].find((button) => !button.hidden);
  (there ?? part("whole-said")).focus();
}

let taken = false;

async function take() {
  const held = document.activeElement === part("take");
  part("take").disabled = true;
  try {
    const answer = await fetch("/api/backup/take", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: "{}",
    });
    if (!answer.ok) throw new Refusal(answer.status, await answer.json());
    save(await answer.blob(), "all-games.sqlite3");
    taken = true;
    tellWhole(t("page.backup.taken"));
  } catch (error) {
    tellWhole(sentence(error instanceof Refusal ? error : new Unreachable()));
  } finally {
    part("take").disabled = false;
    if (held) part("take").focus();
  }
}

function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function tellWhole(text) {
  if (part("whole-said").textContent !== text) part("whole-said").textContent = text;
}

// A backup that is brought.

let found = null; // what the box has checked, and waits with

async function bring(file) {
  await drop();
  fault("");
  if (file.size > Number(part("file").dataset.most)) {
    fault(t("page.backup.too_large", { n: part("file").dataset.most / 1024 ** 2 }));
    return;
  }
  part("file").disabled = true;
  part("sent").hidden = false;
  try {
    if ((await get("/api/backup")).busy) throw new Refusal(409, { error: "busy", reason: t("page.backup.busy") });
    found = await send(file);
    show();
  } catch (error) {
    fault(sentence(error));
  } finally {
    part("file").disabled = false;
    part("file").value = "";
    part("sent").hidden = true;
    tellBring("");
  }
}

/** Send a file, and say how much of it has gone; what the box says of it. Throws Refusal or Unreachable. */
function send(file) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest(); // which alone tells how much of it has gone
    request.open("POST", "/api/restore");
    request.setRequestHeader("Content-Type", FILE_TYPE);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => sent(loaded / total);
    request.onload = () => (request.status === 200 ? done(request.response) : failed(new Refusal(request.status, request.response ?? {})));
    request.onerror = () => failed(new Unreachable());
    sent(0);
    request.send(file);
  });
}

function sent(share) {
  part("sent").value = share;
  const text = t(share < 1 ? "page.backup.sending" : "page.backup.checking");
  if (part("bring-said").textContent !== text) tellBring(text);
}

/** What it would replace: nothing is done yet. */
function show() {
  const facts = [
    t("page.backup.in_file", { n: found.games }) + (found.going_on ? ` ${t("page.backup.going_on", { n: found.going_on })}` : ""),
    ...found.too_long.map((number) => t("page.backup.too_long", { number })),
    found.opens ? t("page.backup.opens", { game: found.opens }) : t("page.backup.opens_none"),
    t("page.backup.here", { n: found.here }),
    found.aside && t("page.backup.aside", { game: found.aside }),
  ];
  part("facts").replaceChildren(...facts.filter(Boolean).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  part("found").hidden = false;
  part("put").focus();
}

async function restore() {
  const { backup } = found;
  part("put").disabled = part("leave").disabled = true;
  try {
    await post("/api/restore/put", { backup, put: true });
  } catch (error) {
    if (error instanceof Refusal) {
      fault(sentence(error));
      return;
    }
  } finally {
    part("put").disabled = part("leave").disabled = false;
    part("found").hidden = true;
    found = null;
  }
  await again(backup);
}

/** Wait for the table that begins anew, and say what became of the backup. */
async function again(backup) {
  tell(t("page.backup.again"));
  for (const ends = Date.now() + BACK_MS; Date.now() < ends; await pause()) {
    const restored = (await get("/api/backup").catch(() => null))?.restored;
    if (restored?.backup !== backup) continue;
    leave(backup);
    location.reload(); // all that the page counts is another now
    return;
  }
  tell(t("page.act.unreachable"));
}

/** What became of a backup that this phone has brought; said once, by the page that is loaded then. */
function tellRestored(restored) {
  if (!restored || restored.backup !== left()) return;
  if (restored.reason) fault(restored.reason);
  else tell(t("page.backup.done", { n: restored.games, name: restored.kept }));
}

/** Leave word for the page that is loaded next. */
function leave(backup) {
  try {
    sessionStorage.setItem(NEWS, backup);
  } catch {
    // A browser that keeps nothing shows it by what the page counts.
  }
}

function left() {
  try {
    const backup = sessionStorage.getItem(NEWS);
    sessionStorage.removeItem(NEWS);
    return backup;
  } catch {
    return null; // as above
  }
}

/** Have the box throw away what it waits with. */
async function drop() {
  const waiting = found;
  found = null;
  part("found").hidden = true;
  if (waiting) await post("/api/restore/put", { backup: waiting.backup, put: false }).catch(() => {}); // it goes by itself
}

function fault(text) {
  part("fault").textContent = text;
  part("fault").hidden = !text;
}

function tellBring(text) {
  part("bring-said").textContent = text;
}

function tell(text) {
  said.textContent = text;
  if (text) said.scrollIntoView({ block: "nearest" });
}

function pause() {
  return new Promise((done) => setTimeout(done, LOOK_MS));
}

function listen() {
  part("ask").addEventListener("click", askBox);
  part("take").addEventListener("click", take);
  part("file").addEventListener("change", () => part("file").files.length && bring(part("file").files[0]));
  part("put").addEventListener("click", restore);
  part("leave").addEventListener("click", async () => {
    await drop();
    tell(t("page.backup.left"));
  });
}

if (part("guest")) {
  asksForHost(new Refusal(401, {}), () => location.reload());
} else {
  listen();
  // A page that is loaded anew goes on where the one before was.
  get("/api/backup").then(({ whole, restored }) => {
    tellRestored(restored);
    if (["asked", "ready"].includes(whole.standing)) follow();
  }, () => {}); // a page that cannot ask still shows what it came with
}
