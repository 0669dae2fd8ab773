// Lets in whoever has the whole link: hands its key over once, then takes it out of the address.
const key = location.hash.slice(1);

if (key) {
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/box/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key }),
  });
  if (answer.ok) location.replace("/box");
}
