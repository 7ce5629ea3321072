import type { Meta } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';
import type { RewriteRule } from '../options.ts';
import { contentBlockToV1 } from './content.ts';
import type { Crossing } from './crossing.ts';
import { sendBlocks } from './sending.ts';
import { isIdTaken, type ShownMessage } from './session.ts';
import { blocksOf, continuation, isEmpty, noContent, type ShownContent } from './shown-content.ts';

/** Returns a free id for a message that cannot keep its own, made from that one. */
export function freeAlias(crossing: Crossing, { id, alias }: Pick<ShownMessage, 'id' | 'alias'>): string {
  // All aliases up to its last one are taken and stay so.
  const last = alias === id ? 1 : Number(alias.slice(id.length + 1));
  for (let count = last + 1; ; count++) {
    const next = `${id}~${count}`;
    if (!isIdTaken(crossing.session, next)) return next;
  }
}

function reissue(crossing: Crossing, message: ShownMessage): void {
  const old = message.alias;
  message.alias = freeAlias(crossing, message);
  crossing.session.aliases.add(message.alias);
  message.replaces = old;
  crossing.note({
    kind: 'loss',
    rule: 'rewrite',
    messageId: message.id,
    path: 'content',
    lost: `the old text stays on screen as message ${old}`,
    done: `the new text is message ${message.alias}`,
  });
}

const rules: Record<Exclude<RewriteRule, 'error'>, (crossing: Crossing, message: ShownMessage) => void> = {
  reissue,
  // The text has been sent already: it is too late to hold it back.
  hold: reissue,
  clear: (crossing, message) => {
    // The proposal has no clear for user messages.
    if (message.kind === 'user') {
      reissue(crossing, message);
      return;
    }
    const sessionUpdate = message.kind === 'agent' ? 'agent_message_clear' : 'agent_thought_clear';
    crossing.send({ sessionUpdate, messageId: message.alias });
    crossing.note({
      kind: 'repair',
      rule: 'rewrite',
      messageId: message.id,
      path: 'content',
      lost: 'v1 has no way to replace text',
      done: `sent ${sessionUpdate}, which a client must know`,
    });
  },
  separator: (crossing, message) => {
    message.isSeparatorDue = true;
    crossing.note({
      kind: 'loss',
      rule: 'rewrite',
      messageId: message.id,
      path: 'content',
      lost: 'the old text stays on screen',
      done: 'the new text follows a separator',
    });
  },
};

function isSameInV1(one: ShownContent, other: ShownContent): boolean {
  const inV1 = (content: ShownContent) =>
    blocksOf(content).map((block) => contentBlockToV1(block, { path: '' }, () => {}));
  return isEqual(inV1(one), inV1(other));
}

/** Changes the message that the client shows to new content: by sending what is missing at its end, or by the rewrite rule. */
export function bringTo(crossing: Crossing, message: ShownMessage, next: ShownContent, meta: Meta | undefined): void {
  const missing = continuation(message.content, next);
  if (missing !== undefined) {
    sendBlocks(crossing, message, missing, meta);
    return;
  }
  if (isSameInV1(message.content, next)) {
    // Only roles that v1 does not know have changed: there is nothing to send, but each is still a loss.
    for (const block of blocksOf(next))
      contentBlockToV1(block, { messageId: message.id, path: 'content' }, crossing.note);
    message.content = next;
    sendBlocks(crossing, message, [], meta);
    return;
  }
  if (crossing.rewrite === 'error') {
    crossing.note({
      kind: 'loss',
      rule: 'rewrite',
      messageId: message.id,
      path: 'content',
      lost: isEmpty(next) ? 'that the text is cleared' : 'the new text',
      done: 'refused',
    });
    if (meta !== undefined) sendBlocks(crossing, message, [], meta);
    return;
  }
  rules[crossing.rewrite](crossing, message);
  message.content = noContent();
  sendBlocks(crossing, message, blocksOf(next), meta);
}
