// Talks to the box: asks, previews, and sends commands so that each is carried out once.
const PATIENCE_MS = 4000; // for one attempt of a command: its answer is the same whenever it comes
const LOOK_MS = 10000; // for a question, which is not asked again by itself
const AGAIN_MS = [250, 500, 1000]; // between attempts; the last one for as long as it takes

/** @typedef {{seq: number | null, number?: number | null}} Position The position that a reader saw; null for any. */

/** The box refused: `reason` is its sentence for the reader, `ruling` names the rule, `body` is the whole answer. */
export class Refusal extends Error {
  /**
   * Create the refusal of an answer.
   * @param {number} status
   * @param {Partial<api.ErrorView>} body
   */
  constructor(status, body) {
    super(body.reason ?? body.error ?? String(status));
    this.status = status;
    this.error = body.error ?? "broken";
    this.reason = body.reason ?? "";
    this.ruling = body.ruling ?? null;
    this.body = body;
  }
}

/** The box could not be reached, did not answer in time, or somebody else answered in its place. */
export class Unreachable extends Error {}

/**
 * Return whether an answer comes from the box: that of a login page of the network, or of a proxy, lacks its header.
 * @param {Response} answer
 */
export function isOurs(answer) {
  return answer.headers.has("X-Companion");
}

/**
 * Have a function called with the answer to each command: the position after it.
 * @param {(answer: api.AnswerView) => void} callback
 */
export function onAnswer(callback) {
  notifyAnswered = callback;
}

/** @type {(answer: api.AnswerView) => void} */
let notifyAnswered = () => {};
/** @type {{seq: number | null, answered: Promise<void>} | null} */
let onItsWay = null; // the command
let endPause = () => {}; // ends the pause before the next attempt
/** @type {AbortController | null} */
let attempt = null; // stops the present attempt of a command

/**
 * Return the answer of the box at a path. Throws Refusal or Unreachable.
 * @param {string} path
 */
export function get(path) {
  return request(path, { headers: { Accept: "application/json" } }, LOOK_MS);
}

/**
 * Return the answer to a body. It is sent once. Throws Refusal or Unreachable.
 * @param {string} path
 * @param {object} body
 */
export function post(path, body = {}) {
  return request(path, postOptions(body), LOOK_MS);
}

/**
 * Return the position that a reader saw: if another game has been opened since, the command is not meant for it.
 * @param {Position} view
 */
function positionOf(view) {
  return { expected_seq: view.seq, number: view.number };
}

/**
 * Return what a command would lead to; nothing is written. Throws Refusal or Unreachable.
 * @template {Command["do"]} Name
 * @param {Name} name
 * @param {Fields<Name>} body
 * @param {Position} view
 * @returns {Promise<api.PreviewView>}
 */
export function preview(name, body, view) {
  return post("/api/preview", { ...positionOf(view), do: name, ...body });
}

/**
 * The commands, and the fields of one of them.
 * @typedef {api.PlayBody | api.TakeBack | api.Restore | api.Amend | api.Insert | api.StartGame | api.OpenGame
 *   | api.LeaveGame | api.CloseGame | api.ThrowFreeDice | api.LayOutFreeDice | api.PutAwayFreeDice | api.UseRealDice
 *   | api.TurnReveal} Command
 */
/**
 * @template {Command["do"]} Name
 * @typedef {Omit<Extract<Command, {do: Name}>, "do" | "id" | "expected_seq" | "number">} Fields
 */

/**
 * Send a command that was decided upon while looking at `view`, as `sendUntilAnswered` does. Another command of this phone
 * is waited for; null if it belongs to the same view: a double tap. Throws Refusal.
 * @template {Command["do"]} Name
 * @param {Name} name
 * @param {Fields<Name>} body
 * @param {Position} view
 * @param {(late: boolean) => void} waiting Called with true when it could not be sent yet, with false once it was.
 * @returns {Promise<api.AnswerView | null>}
 */
export async function sendCommand(name, body, view, waiting = () => {}) {
  while (onItsWay) {
    if (onItsWay.seq === view.seq) return null;
    await onItsWay.answered;
  }
  let end = () => {};
  onItsWay = { seq: view.seq, answered: new Promise((done) => (end = done)) };
  try {
    /** @type {api.AnswerView} */
    const answer = await sendUntilAnswered("/api/commands", { ...positionOf(view), do: name, ...body }, waiting);
    notifyAnswered(answer);
    return answer;
  } finally {
    onItsWay = null;
    end();
  }
}

/**
 * Send a body with the same id until it is answered, so that it is carried out at most once. Throws Refusal.
 * @param {string} path
 * @param {object} body
 * @param {(late: boolean) => void} waiting As in `sendCommand`.
 */
export async function sendUntilAnswered(path, body, waiting) {
  const sent = { id: randomId(), ...body };
  let late = false;
  try {
    for (let failed = 0; ; failed++) {
      try {
        attempt = new AbortController();
        return await request(path, postOptions(sent), PATIENCE_MS, attempt);
      } catch (error) {
        if (!mayPass(error)) throw error;
      }
      if (!late) waiting((late = true));
      await untilSeen();
      await pause(AGAIN_MS[Math.min(failed, AGAIN_MS.length - 1)]);
    }
  } finally {
    attempt = null;
    if (late) waiting(false);
  }
}

/** Return 32 hex digits that nobody else has. Browsers keep randomUUID from pages that come over plain HTTP. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {object} body */
function postOptions(body) {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  };
}

/**
 * Return the answer to a request. Throws Refusal or Unreachable.
 * @param {string} path
 * @param {RequestInit} options
 * @param {number} patience In milliseconds.
 * @param {AbortController} stop
 * @returns {Promise<any>}
 */
export async function request(path, options, patience, stop = new AbortController()) {
  const timer = setTimeout(() => stop.abort(), patience);
  let answer, body;
  try {
    answer = await fetch(path, { ...options, signal: stop.signal });
    if (!isOurs(answer)) throw new Unreachable(path);
    body = await answer.json();
  } catch {
    throw new Unreachable(path);
  } finally {
    clearTimeout(timer);
  }
  if (!answer.ok) throw new Refusal(answer.status, body);
  return body;
}

/**
 * Return whether another attempt may help: the box did not answer, or is just starting or stopping.
 * @param {unknown} error
 */
function mayPass(error) {
  return error instanceof Unreachable || (error instanceof Refusal && error.status === 503);
}

/**
 * Wait a little, less as soon as there is a reason to hope.
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
function pause(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    endPause = () => {
      clearTimeout(timer);
      done();
    };
  });
}

/** Wait until somebody looks at the page: a phone in a pocket tries nothing. */
function untilSeen() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}

/** Try again at once: what was asked before a sleep may never be answered. */
function wake() {
  if (document.hidden) return;
  attempt?.abort();
  endPause();
}

for (const type of ["online", "pageshow"]) addEventListener(type, wake);
document.addEventListener("visibilitychange", wake);
