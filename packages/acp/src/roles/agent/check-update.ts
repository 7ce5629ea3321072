import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { SessionNotification, type SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { UpdateSessionNotification } from '../../protocol/november/generated/session-update.ts';
import { divided } from '../../session/november-parts.ts';
import { isPlainText } from '../../session/plain-text.ts';
import type { CheckValue } from '../check-outgoing.ts';
import { withoutSwitches } from './config-switch.ts';

const chunkReader = { is: SessionNotification.is, decode: SessionNotification.decode };
const chunks: ReadonlySet<string> = new Set(['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk']);

/** Checks a session update before it is sent: what June has as June, and what only November has as November. */
export function checkUpdate(
  check: CheckValue,
  params: { readonly sessionId: string; readonly update: SessionUpdate },
): void {
  const { update } = params;
  if (isPlainChunk(update)) {
    check('session/update', chunkReader, params);
    return;
  }
  const { june, november } = divided(update);
  if (june === update) check('session/update', SessionNotification, withoutSwitches(params));
  else if (june !== undefined) check('session/update', SessionNotification, { ...params, update: june });
  if (november !== undefined) check('session/update', UpdateSessionNotification, { ...params, update: november });
}

/** Most updates are streamed text. There is nothing to warn of in them, and checking them must be cheap. */
function isPlainChunk(update: SessionUpdate): boolean {
  if (!chunks.has(update.sessionUpdate)) return false;
  const { messageId, content } = update as { readonly messageId?: unknown; readonly content?: ContentBlock | null };
  return messageId !== '' && typeof content === 'object' && content !== null && isPlainText(content);
}
