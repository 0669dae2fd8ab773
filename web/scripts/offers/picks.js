// The lists of a form, which are filled item by item: which are still open, and which the reader has ended.

/** @typedef {import("./fields.js").Field} Field */

export class Picks {
  constructor() {
    /** Names of the lists that the reader has ended. @type {Set<string>} */
    this.closed = new Set();
  }

  /**
   * Return the fields to be shown: none after a list that can go on. `open` is true if there is such a list.
   * @param {Field[]} fields
   */
  visibleFields(fields) {
    /** @type {Field[]} */
    const visible = [];
    for (const field of fields) {
      const shown = field.type === "several_of" || field.type === "path" ? this.withState(field) : field;
      visible.push(shown);
      if ("closed" in shown && !shown.closed) return { fields: visible, open: true };
    }
    return { fields: visible, open: false };
  }

  /**
   * Open a list again, after its items were changed.
   * @param {string} name
   */
  open(name) {
    this.closed.delete(name);
  }

  /** @param {string} name */
  close(name) {
    this.closed.add(name);
  }

  /**
   * Return a list with its value if it is closed.
   * @param {import("./fields.js").ListField} field
   */
  withState(field) {
    const { taken, choices, whole } = field;
    const canGoOn = choices.some((choice) => !choice.refused);
    const closed = whole && (!canGoOn || this.closed.has(field.name));
    return { ...field, value: closed ? taken.map((choice) => choice.value) : undefined, closed };
  }
}
