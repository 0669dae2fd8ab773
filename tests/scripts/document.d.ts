/** What the scripts of a page tell each other through the document. */
interface Document {
  /** The newest view on the page of the table. */
  companionView?: api.PhoneView;
}

interface DocumentEventMap {
  /** The page of the table shows another view. */
  "companion:view": CustomEvent<api.PhoneView>;
  /** Something is to be heard now, if the sounds are on. */
  "companion:sound": CustomEvent<import("../../web/scripts/table/sounds.js").Sound>;
  /** A place was touched on which an offer depends. */
  "companion:place": CustomEvent<string>;
  /** An offer was chosen for the things that were touched. */
  "companion:touched": CustomEvent<api.OfferView>;
}
