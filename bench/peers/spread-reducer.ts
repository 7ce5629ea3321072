/** A session as many clients keep it: plain arrays, copied at every change. */
export interface SpreadState {
  readonly messages: readonly {
    readonly messageId: string;
    readonly content: readonly unknown[];
  }[];
}

interface Chunk {
  readonly messageId: string;
  readonly content: unknown;
}

/** Appends a chunk by copying what it touches, the way a reducer is usually written. */
export function spreadChunk(state: SpreadState, chunk: Chunk): SpreadState {
  const index = state.messages.findLastIndex((message) => message.messageId === chunk.messageId);
  const current = state.messages[index];
  if (current === undefined) {
    return { ...state, messages: [...state.messages, { messageId: chunk.messageId, content: [chunk.content] }] };
  }
  const messages = [...state.messages];
  messages[index] = { ...current, content: [...current.content, chunk.content] };
  return { ...state, messages };
}
