// What the table wants of the reader.

/** Whether the table waits for this phone's seat, though it is another's turn. */
export function owes(view) {
  const seat = view.you?.seat ?? null;
  return seat !== null && view.turn !== null && view.turn !== seat && view.waiting.includes(seat);
}
