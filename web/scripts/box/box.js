// The page of the simulated box: shows what the box puts on its lines and bus, and sends it the keys that are pressed.
import { Glass } from "./glass.js";
import { Keys } from "./keys.js";
import { Ring } from "./ring.js";
import { isOurs } from "../lib/api.js";
import { byId, findAll, h } from "../lib/dom.js";
import { Loudspeaker } from "../lib/loudspeaker.js";
import { keep, keptPosition } from "../lib/switches.js";

const AGAIN_MS = 500;
const OPEN_MS = 3000; // how long a connection may take
const SOUND = "companion-sound"; // the name of its switch, which is on until somebody touches it

const banner = byId("lost");
const spoken = byId("spoken");
const lights = findAll(document, ".light");
const glass = new Glass(byId("glass", HTMLCanvasElement), byId("glass-room"));
const loudspeaker = new Loudspeaker();
const soundButton = byId("sound");
const buttons = findAll(document, "[data-key]");
const keys = new Keys(buttons, post, () => showTrouble("lost"));
keys.followMouseWheel(byId("glass-room"));
const canvas = document.getElementById("ring");
const ring = canvas instanceof HTMLCanvasElement ? new Ring(canvas, byId("grip")) : null; // null without a spinner
/** @type {number | null} */
let lastTune = null; // the number of the newest tune; null before the first state of a connection
let timer = 0; // ends an attempt to connect, or begins the next one

/**
 * Send that a key went down or up, or was tapped.
 * @param {import("./keys.js").Push} push
 */
async function post(push) {
  const { key, down } = push;
  if (key === "spin" && down) ring?.turn();
  const answer = await fetch("/box/keys", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(push),
    keepalive: true, // a key is released even while the page goes away
  });
  if (!isOurs(answer)) throw new Error(`somebody else answered for ${key}`);
  if (answer.status === 403) location.reload();
  if (!answer.ok) console.warn(`the box refused ${key}: ${answer.status}`);
}

/**
 * Show a state. It is that of the spinner alone where nothing else has changed.
 * @param {api.BoxView | api.SpinnerView} state
 */
function show(state) {
  if ("picture" in state) showBox(state);
  ring?.show(state.ring);
  for (const button of buttons) button.classList.toggle("lit", state.lit.includes(button.dataset.key ?? ""));
}

/** @param {api.BoxView} state */
function showBox(state) {
  glass.show(state.picture);
  for (const light of lights) {
    const isOn = state.lights[Number(light.dataset.seat) - 1] ?? false;
    light.classList.toggle("lit", isOn);
    light.setAttribute("aria-label", (isOn ? light.dataset.on : light.dataset.off) ?? "");
  }
  if (lastTune !== null && state.tune_number !== lastTune) play(state);
  lastTune = state.tune_number;
  showSpoken(state.spoken);
}

/**
 * Play the buzzer: its newest tune ends the one before.
 * @param {api.BoxView} state
 */
function play({ tune, volume }) {
  loudspeaker.stop();
  if (isAudible()) loudspeaker.play(tune, volume);
}

function isAudible() {
  return keptPosition(SOUND) !== "off";
}

function showSoundSwitch() {
  soundButton.setAttribute("aria-pressed", String(isAudible()));
}

/**
 * Show the lines that are read aloud, only if they differ.
 * @param {string[]} lines
 */
function showSpoken(lines) {
  const before = [...spoken.children].map((line) => line.textContent);
  if (before.join("\n") !== lines.join("\n")) spoken.replaceChildren(...lines.map((line) => h("p", {}, line)));
}

/** @param {"lost" | "crowded"} trouble */
function showTrouble(trouble) {
  banner.textContent = banner.dataset[trouble] ?? "";
  banner.hidden = false;
  document.body.classList.add("asleep");
}

function connect() {
  clearTimeout(timer);
  const events = new EventSource("/box/events");
  let isBox = false; // only the box names its build first
  lastTune = null;
  events.addEventListener("build", () => {
    clearTimeout(timer);
    isBox = true;
    banner.hidden = true;
    document.body.classList.remove("asleep");
    keys.startOver();
  });
  events.onmessage = (event) => isBox && show(JSON.parse(event.data));
  const retry = async () => {
    events.close();
    clearTimeout(timer);
    showTrouble(isBox ? "lost" : await findTrouble());
    timer = setTimeout(connect, AGAIN_MS);
  };
  events.onerror = retry;
  timer = setTimeout(retry, OPEN_MS);
}

/** Return why a stream was refused. A browser hides that, so ask for the stream once more and look at its status only. */
async function findTrouble() {
  const stop = new AbortController();
  try {
    const answer = await fetch("/box/events", { signal: stop.signal });
    stop.abort();
    if (!isOurs(answer)) return "lost";
    if (answer.status === 403) location.reload();
    return answer.status === 503 ? "crowded" : "lost";
  } catch {
    return "lost";
  }
}

soundButton.addEventListener("click", () => {
  keep(SOUND, !isAudible());
  if (!isAudible()) loudspeaker.stop();
  showSoundSwitch();
});
showSoundSwitch();
addEventListener("pageshow", (event) => event.persisted && connect());
connect();
