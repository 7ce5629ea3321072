import { deepestMessage } from '@emend/acp/protocol';

/** Why a line is skipped that JSON.parse has read and JSON.stringify could not write again. */
export const tooDeep = `expected at most ${deepestMessage} levels of nesting, found more`;
