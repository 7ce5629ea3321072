import type { Meta } from '../../../protocol/reading/guard.ts';
import type { MessageKind } from '../../../session/message.ts';
import { isPlainText } from '../../../session/plain-text.ts';
import { isEqual } from '../../equal.ts';
import { hasMeta, metaKeys } from '../../meta-keys.ts';
import type { ChunkRun } from '../../outbox.ts';
import type * as june from '../june.ts';
import { contentBlockToV1 } from './content.ts';
import type { Crossing } from './crossing.ts';
import type { ShownMessage } from './session.ts';
import { append } from './shown-content.ts';

/** The v1 update that appends to a message of each kind. */
const chunkTags = {
  user: 'user_message_chunk',
  agent: 'agent_message_chunk',
  thought: 'agent_thought_chunk',
} as const satisfies Record<MessageKind, string>;

/** The text between old and new text under the rule `separator`. */
const separator = '\n\n---\n\n';

/** Keeps `_meta` of a message until its next chunk is sent; null or an empty one drops what is kept. */
export function setMessageMeta(crossing: Crossing, message: ShownMessage, meta: Meta | null): void {
  message.pendingMeta = undefined;
  crossing.session.metaPending.delete(message);
  if (hasMeta({ _meta: meta }) && meta !== null) {
    message.isSentMetaCleared = false;
    if (isEqual(meta, message.sentMeta)) return;
    message.pendingMeta = meta;
    crossing.session.metaPending.add(message);
    return;
  }
  if (message.sentMeta === undefined || message.isSentMetaCleared) return;
  message.isSentMetaCleared = true;
  crossing.note({
    kind: 'loss',
    rule: 'message-meta-clear',
    messageId: message.id,
    path: '_meta',
    lost: 'that the _meta of the message is cleared',
  });
}

/** Drops and notes `_meta` that no chunk could carry. */
export function dropPendingMeta(crossing: Crossing): void {
  for (const message of crossing.session.metaPending) {
    crossing.note({
      kind: 'loss',
      rule: 'message-meta',
      messageId: message.id,
      path: '_meta',
      lost: message.pendingMeta,
    });
    message.pendingMeta = undefined;
  }
  crossing.session.metaPending.clear();
}

function ridden(crossing: Crossing, message: ShownMessage, own: Meta | null | undefined): Meta | null | undefined {
  let meta = own;
  const { pendingMeta } = message;
  if (pendingMeta !== undefined) {
    const clashes = Object.keys(pendingMeta).some(
      (key) => own?.[key] !== undefined && !isEqual(own[key], pendingMeta[key]),
    );
    if (!clashes) {
      meta = { ...pendingMeta, ...own };
      message.pendingMeta = undefined;
      message.sentMeta = pendingMeta;
      crossing.session.metaPending.delete(message);
    }
  }
  if (message.replaces !== undefined) {
    meta = { ...meta, [metaKeys.replaces]: message.replaces };
    message.replaces = undefined;
  }
  return meta;
}

/** Returns how chunks cross that follow a block which was sent as it came. */
function runOf(message: ShownMessage, block: june.ContentBlock): ChunkRun | undefined {
  if (!isPlainText(block)) return undefined;
  return { wrote: (text) => append(message.content, { type: 'text', text }) };
}

/** Sends one block of a message and remembers it as shown; `origin`, the update it came as, is sent itself if nothing changed. */
export function sendBlock(
  crossing: Crossing,
  message: ShownMessage,
  block: june.ContentBlock,
  own: Meta | null | undefined,
  origin?: june.KnownReceivedSessionUpdate & june.ContentChunk,
): void {
  const sessionUpdate = chunkTags[message.kind];
  if (message.isSeparatorDue) {
    message.isSeparatorDue = false;
    const content = { type: 'text', text: separator } as const;
    crossing.send({ sessionUpdate, messageId: message.alias, content, _meta: { [metaKeys.replaces]: message.alias } });
  }
  append(message.content, block);
  const carried = contentBlockToV1(block, { messageId: message.id, path: 'content' }, crossing.note);
  const meta = ridden(crossing, message, own);
  if (origin !== undefined && carried === block && meta === own && message.alias === message.id) {
    crossing.send(origin as Parameters<Crossing['send']>[0], runOf(message, block));
    return;
  }
  const base = { sessionUpdate, messageId: message.alias, content: carried };
  crossing.send(meta === undefined ? base : { ...base, _meta: meta });
}

/** Sends the blocks of a whole message, each with the `_meta` that came with it, if it has any. */
export function sendBlocks(
  crossing: Crossing,
  message: ShownMessage,
  blocks: readonly june.ContentBlock[],
  meta: Meta | undefined,
): void {
  if (meta !== undefined) {
    // It replaces what is still pending.
    message.pendingMeta = undefined;
    crossing.session.metaPending.delete(message);
  }
  for (const block of blocks) sendBlock(crossing, message, block, meta);
  if (meta === undefined) return;
  if (blocks.length === 0) setMessageMeta(crossing, message, meta);
  else if (hasMeta({ _meta: meta })) {
    message.sentMeta = meta;
    message.isSentMetaCleared = false;
  }
}
