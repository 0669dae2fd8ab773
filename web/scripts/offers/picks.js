// The lists of a form, which are filled item by item: what is taken, what may come next, and which are done with.

export class Picks {
  constructor() {
    this.closed = new Set(); // the fields of lists that their reader is done with
  }

  /** The fields to be drawn: none after a list that may go on. `open`: there is such a list. */
  seen(fields) {
    const drawn = [];
    for (const field of fields) {
      const pick = ["several_of", "path"].includes(field.type) ? this.pick(field) : null;
      drawn.push(pick ?? field);
      if (pick && !pick.closed) return { fields: drawn, open: true };
    }
    return { fields: drawn, open: false };
  }

  /** Other items were taken: the list is open again. */
  change(name) {
    this.closed.delete(name);
  }

  close(name) {
    this.closed.add(name);
  }

  pick(field) {
    const { taken, choices, whole } = field;
    const more = choices.some((choice) => !choice.refused);
    const closed = whole && (!more || this.closed.has(field.name));
    return { ...field, value: closed ? taken.map((choice) => choice.value) : undefined, closed };
  }
}
