// The owner's own figures of a game, on the pages where they are copied: got once, and kept at once with every change.
import { get, post, Refusal } from "../lib/api.js";
import { asksForHost } from "../lib/guest.js";

/** What is printed, and what the owner copied over it; null where this phone may not see it, which the page then says. */
export async function figuresOf(game, again) {
  try {
    return await get(`/api/profile?game=${game}`);
  } catch (error) {
    asksForHost(error, again);
    return null;
  }
}

/**
 * Gives what is to be called after every change: it keeps `profile()`, one after the other, the last one last. `begins()`
 * is called first, then `kept()`, or `refused(error, where)` with the path of what the box does not take ("": none).
 */
export function keeper(game, { profile, begins, kept, refused }) {
  let saving = false;
  let changed = false; // something changed while the last was on its way
  return async () => {
    changed = true;
    if (saving) return;
    saving = true;
    begins();
    try {
      while (changed) {
        changed = false;
        await post("/api/profile", { game, profile: profile() });
      }
      kept();
    } catch (error) {
      refused(error, error instanceof Refusal ? (error.body.where ?? "") : "");
    } finally {
      saving = false;
    }
  };
}
