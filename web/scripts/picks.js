// The lists of a form, which are filled item by item: what is taken, what may come next, and which are done with.

export class Picks {
  constructor() {
    this.items = new Map(); // by field: what was taken, also while it is too little for the box
    this.closed = new Set();
    this.known = new Map(); // choices seen so far, by field and value
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
  change(name, items) {
    this.items.set(name, items);
    this.closed.delete(name);
  }

  close(name) {
    this.closed.add(name);
  }

  pick(field) {
    const told = field.taken ? field : this.worked(field);
    const { taken, choices, most = Infinity, whole } = told;
    const more = taken.length < most && choices.some((choice) => !choice.refused);
    const closed = whole && (!more || this.closed.has(field.name));
    return { ...told, value: closed ? taken.map((choice) => choice.value) : undefined, closed };
  }

  /** The same of a box that tells all choices at once, and of a path only their values. */
  worked(field) {
    const { name, type, choices, least } = field;
    const key = (value) => `${name} ${JSON.stringify(value)}`;
    for (const choice of choices) this.known.set(key(choice.value), choice);
    const wanted = field.value ?? (type === "path" ? [] : (this.items.get(name) ?? []));
    if (type === "path") {
      const taken = wanted.map((value) => this.known.get(key(value)) ?? { value, text: String(value), refused: null });
      return { ...field, taken };
    }
    const left = [...choices];
    const taken = wanted.flatMap((value) => {
      const at = left.findIndex((choice) => !choice.refused && key(choice.value) === key(value));
      return at < 0 ? [] : left.splice(at, 1);
    });
    return { ...field, taken, choices: left, whole: taken.length >= least };
  }
}
