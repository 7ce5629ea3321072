import type { MessageKind } from '../../../session/message.ts';
import { hasMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type { Crossing } from './crossing.ts';
import { releaseEcho, replaceEcho, revealEcho, takeEchoChunk, takeEchoMessage } from './echo.ts';
import { bringTo, freeAlias } from './rewrite.ts';
import { sendBlock, setMessageMeta } from './sending.ts';
import { isIdTaken, type ShownMessage } from './session.ts';
import { continuation, isEmpty, noContent, shown } from './shown-content.ts';

/** Sends all messages that are held back. */
export function releaseHeld(crossing: Crossing): void {
  const { holding } = crossing.session;
  for (const message of holding) {
    const { held } = message;
    message.held = undefined;
    if (held === undefined) continue;
    if (held.isWhole && !isEmpty(message.content)) {
      for (const { meta } of held.chunks) {
        if (!hasMeta({ _meta: meta ?? null })) continue;
        crossing.note({ kind: 'loss', rule: 'chunk-meta', messageId: message.id, path: '_meta', lost: meta });
      }
      bringTo(crossing, message, shown(held.chunks.map((chunk) => chunk.block)), undefined);
    } else for (const { block, meta } of held.chunks) sendBlock(crossing, message, block, meta);
  }
  holding.clear();
}

function messageOf(crossing: Crossing, kind: MessageKind, id: string): ShownMessage {
  const { session } = crossing;
  let message = session.messages[kind].get(id);
  if (message === undefined) {
    if (session.holding.size > 0) releaseHeld(crossing);
    message = {
      kind,
      id,
      alias: id,
      content: noContent(),
      replaces: undefined,
      isSeparatorDue: false,
      pendingMeta: undefined,
      sentMeta: undefined,
      isSentMetaCleared: false,
      isEcho: false,
      held: undefined,
    };
    if (isIdTaken(session, id)) {
      message.alias = freeAlias(crossing, message);
      session.aliases.add(message.alias);
      crossing.note({
        kind: 'repair',
        rule: 'shared-message-id',
        messageId: id,
        path: 'messageId',
        lost: id,
        done: `sent as ${message.alias}`,
      });
    }
    session.messages[kind].set(id, message);
    session.latest.wrote(kind, message);
  }
  return message;
}

function hold(crossing: Crossing, message: ShownMessage, held: NonNullable<ShownMessage['held']>): void {
  message.held = held;
  crossing.session.holding.add(message);
}

/** Sends a chunk of a message. */
export function crossChunk(
  crossing: Crossing,
  kind: MessageKind,
  update: june.KnownReceivedSessionUpdate & june.ContentChunk,
): void {
  const message = messageOf(crossing, kind, update.messageId);
  crossing.session.latest.wrote(kind, message);
  const chunk = { block: update.content, meta: update._meta };
  if (crossing.session.echo !== undefined) {
    if (takeEchoChunk(crossing, message, chunk)) return;
    releaseEcho(crossing);
  }
  revealEcho(crossing, message);
  if (crossing.rewrite !== 'hold') sendBlock(crossing, message, update.content, update._meta, update);
  else if (message.held !== undefined) message.held.chunks.push(chunk);
  else hold(crossing, message, { isWhole: false, chunks: [chunk] });
}

/** Sends a whole message: the part that is missing, or a rewrite. */
export function crossMessage(
  crossing: Crossing,
  kind: MessageKind,
  update: june.UserMessage | june.AgentMessage | june.AgentThought,
): void {
  const message = messageOf(crossing, kind, update.messageId);
  const { content, _meta } = update;
  const meta = hasMeta(update) ? (_meta ?? undefined) : undefined;
  if (_meta !== undefined && meta === undefined) setMessageMeta(crossing, message, null);
  if (content === undefined) {
    if (crossing.session.echo?.candidate?.message !== message) releaseEcho(crossing);
    if (meta !== undefined) setMessageMeta(crossing, message, meta);
    return;
  }
  crossing.session.latest.wrote(kind, message);
  const blocks = content ?? [];
  if (takeEchoMessage(crossing, message, blocks)) {
    if (meta !== undefined) setMessageMeta(crossing, message, meta);
    return;
  }
  releaseEcho(crossing);
  const next = shown(blocks);
  const missing = continuation(message.content, next);
  if (missing === undefined) {
    if (crossing.rewrite !== 'error') replaceEcho(crossing, message);
  } else if (missing.length > 0) revealEcho(crossing, message);
  if (crossing.rewrite !== 'hold') {
    bringTo(crossing, message, next, meta);
    return;
  }
  if (meta !== undefined) setMessageMeta(crossing, message, meta);
  if (message.isEcho) return;
  hold(crossing, message, { isWhole: true, chunks: blocks.map((block) => ({ block, meta: undefined })) });
}

/** Sends a proposed clear, which is the same as a whole message without content. */
export function crossClear(crossing: Crossing, kind: 'agent' | 'thought', clear: june.MessageClear): void {
  const messageId = clear.messageId ?? crossing.session.latest.of(kind)?.id;
  if (messageId === undefined) {
    crossing.note({
      kind: 'repair',
      rule: 'clear-without-message',
      lost: 'the current message',
      done: 'nothing to clear',
    });
    return;
  }
  const meta = clear._meta === undefined || clear._meta === null ? {} : { _meta: clear._meta };
  crossMessage(crossing, kind, { messageId, content: [], ...meta });
}
