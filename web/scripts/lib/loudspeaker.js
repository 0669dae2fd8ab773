// Plays tunes on the reader's loudspeaker: quietly, and not before the page was touched once.

/** Notes as [Hz, milliseconds]; 0 Hz is a rest. @typedef {[number, number][]} Tune */

const LOUDNESS = [0, 0.03, 0.08, 0.2];
const EDGE_S = 0.004;
const SOON_S = 0.01;
const GESTURES = ["pointerdown", "pointerup", "keydown"]; // browsers allow sound only once one of them came

export class Loudspeaker {
  /** Wait for the first touch of the page. */
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    /** What plays now goes through this. @type {GainNode | null} */
    this.output = null;
    this.until = 0; // in seconds of the context
    this.wake = this.wake.bind(this);
    for (const name of GESTURES) addEventListener(name, this.wake, { capture: true });
  }

  /**
   * Play a tune after those that play now.
   * @param {Tune} tune
   * @param {number} volume From 0, silence, to 3.
   */
  play(tune, volume) {
    const { context } = this;
    if (context?.state !== "running" || !LOUDNESS[volume]) return;
    if (!this.output) {
      this.output = context.createGain();
      this.output.connect(context.destination);
    }
    let time = Math.max(context.currentTime + SOON_S, this.until);
    for (const [pitch, length] of tune) {
      const note = { pitch, time, length: length / 1000, loudness: LOUDNESS[volume] };
      if (pitch) addNote(context, this.output, note);
      time += note.length;
    }
    this.until = time;
  }

  /** Stop what plays. */
  stop() {
    this.output?.disconnect();
    this.output = null;
    this.until = 0;
  }

  /** Begin to play as soon as the browser allows it. */
  async wake() {
    this.context ??= new AudioContext();
    if (this.context.state !== "running") await this.context.resume().catch(() => {}); // it was closed meanwhile
  }

  /** Stop until `wake` is called. */
  rest() {
    this.stop();
    this.context?.suspend();
  }

  /** Stop, and give the loudspeaker back. */
  end() {
    this.stop();
    for (const name of GESTURES) removeEventListener(name, this.wake, { capture: true });
    this.context?.close();
  }
}

/**
 * Add one note of a tune.
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {{pitch: number, time: number, length: number, loudness: number}} note In Hz, seconds of the context, and seconds.
 */
function addNote(context, output, { pitch, time, length, loudness }) {
  const wave = context.createOscillator();
  const shape = context.createGain();
  const edge = Math.min(EDGE_S, length / 3);
  wave.type = "triangle";
  wave.frequency.value = pitch;
  shape.gain.setValueAtTime(0, time);
  shape.gain.linearRampToValueAtTime(loudness, time + edge);
  shape.gain.setValueAtTime(loudness, time + length - edge);
  shape.gain.linearRampToValueAtTime(0, time + length);
  wave.connect(shape).connect(output);
  wave.start(time);
  wave.stop(time + length);
}
