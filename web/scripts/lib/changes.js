// What a change makes of a value; companion/server/views/view_changes.py says what changes are. The value itself stays as it is.

export function changed(before, change) {
  if ("is" in change) return change.is;
  if (change.list) return change.list.flatMap((part) => made(before, part));
  const now = { ...before };
  for (const name of change.gone ?? []) delete now[name];
  for (const [name, one] of Object.entries(change.keys)) now[name] = changed(now[name], one);
  return change.order ? Object.fromEntries(change.order.map((name) => [name, now[name]])) : now;
}

function made(before, part) {
  if (!Array.isArray(part)) return [changed(null, part)];
  const [at, other] = part;
  return typeof other === "number" ? before.slice(at, other) : [changed(before[at], other)];
}
