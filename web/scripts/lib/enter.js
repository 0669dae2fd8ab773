// Lets in whoever has the whole link: sends its key once, then removes the key from the address.
import { isOurs } from "./api.js";

const key = location.hash.slice(1);

if (key) {
  const page = location.pathname + location.search;
  history.replaceState(null, "", page);
  const answer = await fetch("/box/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key }),
  }).catch(() => null);
  if (!answer || !isOurs(answer)) history.replaceState(null, "", `${page}#${key}`); // to be tried again
  else if (answer.ok) location.replace("/box");
}
