// How this phone lost its seat.

/** Whether it gave up its seat by itself: the loss of a seat in another way has to be told. */
export const leaving = { byHand: false };
