import { deepestMessage } from '../protocol/reading/nesting.ts';

/** Reason for skipping a line that `JSON.parse` can read but `JSON.stringify` cannot write. */
export const tooDeep = `expected at most ${deepestMessage} levels of nesting, found more`;
