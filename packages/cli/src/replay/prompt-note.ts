import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@emend/acp/protocol';
import { oneLine } from '@emend/acp/view';

/** Returns a note if a prompt differs from the recorded one, since the recorded answer may not fit. */
export function promptNote(recorded: unknown, params: unknown): string | undefined {
  const [was, is] = [promptOf(recorded), promptOf(params)];
  if (isDeepStrictEqual(was, is)) return undefined;
  return `The prompt is not the recorded one: ${shown(is)} instead of ${shown(was)}.`;
}

/** Returns the note as a thought of the agent, in a form that every dialect has. */
export function noteUpdate(note: string, number: number, params: unknown): object {
  const sessionId = isObject(params) ? params['sessionId'] : undefined;
  const content = { type: 'text', text: `[emend replay] ${note} What follows was recorded for that one.` };
  const update = { sessionUpdate: 'agent_thought_chunk', messageId: `emend-replay-note-${number}`, content };
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } };
}

function promptOf(params: unknown): readonly unknown[] {
  const prompt = isObject(params) ? params['prompt'] : undefined;
  return Array.isArray(prompt) ? prompt : [];
}

function shown(prompt: readonly unknown[]): string {
  const words = prompt.map((block) =>
    isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block),
  );
  return `"${oneLine(words.join(' '), 60)}"`;
}
