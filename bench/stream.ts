/** Chunks of messages, as an agent streams them. */
export interface Stream {
  readonly name: string;
  readonly messages: number;
  readonly chunks: number;
}

/** Returns the lines of a stream, created on demand: a million of them would fill the heap that is measured. */
export function lineOf(stream: Stream, index: number): string {
  const update = {
    sessionUpdate: 'agent_message_chunk',
    messageId: `msg_01hgw2bbg0_${Math.floor(index / stream.chunks)}`,
    content: { type: 'text', text: textOf(index) },
  };
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'sess_01hgw2bbg0', update } });
}

/** The text of a chunk. */
export function textOf(index: number): string {
  return ` token ${index} of a stream`;
}

/** The update in a line. */
export function updateOf(line: string): unknown {
  return (JSON.parse(line) as { params: { update: unknown } }).params.update;
}

/** Returns a stream with a tenth of the chunks, for a run before the one that is measured. */
export function warmUpOf(stream: Stream): Stream {
  return { ...stream, chunks: Math.ceil(stream.chunks / 10) };
}
