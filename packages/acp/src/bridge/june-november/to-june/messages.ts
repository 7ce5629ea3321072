import type { Meta } from '../../../protocol/reading/guard.ts';
import type { MessageKind } from '../../../session/message.ts';
import { alike } from '../../outbox.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { withNewMeta } from '../upsert-meta.ts';
import { blocksToJune, contentBlockToJune } from './content.ts';
import type { Crossing } from './crossing.ts';
import { changedMeta, mergedMeta } from './meta.ts';

type Chunk = november.ContentChunk & { readonly sessionUpdate: `${string}_chunk` };
type Whole = (november.UserMessage | november.AgentMessage | november.AgentThought) & {
  readonly sessionUpdate: string;
};

/** Sends a chunk of a message. */
export function crossChunk(crossing: Crossing, kind: MessageKind, update: Chunk): void {
  const {
    session: { values },
    note,
    send,
  } = crossing;
  const messageId = values.messageIds.of(kind, update.messageId, note);
  const content = contentBlockToJune(update.content, { messageId, path: 'content' }, note);
  if (messageId === update.messageId && (content as unknown) === update.content) {
    // A message of the person may be a prompt, which the turns have to know.
    send(update as june.ReceivedSessionUpdate, kind !== 'user' && content.type === 'text' ? alike : undefined);
    return;
  }
  send({ ...update, messageId, content });
}

/** Returns the `_meta` that a message of a kind has in June after a patch, and remembers it; `undefined` if it is unchanged. */
function patchMeta(
  metas: Map<string, Meta>,
  messageId: string,
  patch: Meta | null | undefined,
): Meta | null | undefined {
  if (patch === undefined) return undefined;
  const before = metas.get(messageId);
  const after = mergedMeta(before, patch);
  if (after === undefined) metas.delete(messageId);
  else metas.set(messageId, after);
  return changedMeta(before, after);
}

/** Sends a whole message. */
export function crossMessage(crossing: Crossing, kind: MessageKind, update: Whole): void {
  const {
    session: { values },
    note,
  } = crossing;
  const messageId = values.messageIds.of(kind, update.messageId, note);
  const { content } = update;
  const blocks = Array.isArray(content)
    ? blocksToJune(content, { messageId, path: 'content' }, note)
    : (content as null | undefined);
  const meta = patchMeta(values.messageMetas[kind], update.messageId, update._meta);
  const changed = withNewMeta(update, meta);
  const isSame = messageId === update.messageId && (blocks as unknown) === content;
  const carried = isSame ? changed : { ...changed, messageId, ...(blocks === undefined ? {} : { content: blocks }) };
  crossing.send(carried as june.ReceivedSessionUpdate);
}
