import type { Json } from './raw-client.ts';

const kinds: Readonly<Record<string, string>> = {
  user_message: 'user',
  user_message_chunk: 'user',
  agent_message: 'agent',
  agent_message_chunk: 'agent',
};

/** Returns the messages that updates of any dialect tell, as `kind: text` and in the order in which they began. */
export function said(updates: readonly Json[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const update of updates) {
    const { sessionUpdate, messageId, content } = update;
    const kind = kinds[String(sessionUpdate)];
    if (kind === undefined) continue;
    const key = `${kind} ${String(messageId)}`;
    const isChunk = String(sessionUpdate).endsWith('_chunk');
    const text = [content].flat().map((block) => (block as { text?: string } | undefined)?.text ?? '');
    texts.set(key, (isChunk ? (texts.get(key) ?? '') : '') + text.join(''));
  }
  return [...texts].map(([key, text]) => `${key.split(' ')[0]}: ${text}`);
}
