/** The key in `_meta` of a load or resume by which it asks for a notice where its replay begins. */
export const replayMarkKey = 'emend/mark';

/**
 * The notice that a replay begins, with the id of the request as `requestId`. What arrived before it, and after the request was sent, belongs to
 * an earlier time in which the same connection had the session open.
 */
export const REPLAY_MARK = '$/emend/replay';
