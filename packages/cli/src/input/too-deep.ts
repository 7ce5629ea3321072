import { deepestMessage } from '@emend/acp/protocol';

/** Reason for skipping a line that `JSON.parse` can read but `JSON.stringify` cannot write. */
export const tooDeep = `expected at most ${deepestMessage} levels of nesting, found more`;
