// What the table waits for.

/**
 * Return whether the table waits for this phone's seat, though it is another's turn.
 * @param {api.PhoneView} view
 */
export function owes(view) {
  const { seat } = view.you;
  return seat !== null && view.turn !== null && view.turn !== seat && view.waiting.includes(seat);
}
