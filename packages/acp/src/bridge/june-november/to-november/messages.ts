import type { MessageKind } from '../../../session/message.ts';
import { alike } from '../../outbox.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { withNewMeta } from '../upsert-meta.ts';
import { blocksToNovember, contentBlockToNovember, isPlain } from './content.ts';
import type { Crossing } from './crossing.ts';
import { changeMeta } from './meta.ts';
import { sendChecked } from './sending.ts';

type Chunk = june.ContentChunk & { readonly sessionUpdate: `${string}_chunk` };
type Whole = (june.UserMessage | june.AgentMessage | june.AgentThought) & { readonly sessionUpdate: string };

const wholeTags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const;

function idOf({ session: { values } }: Crossing, kind: MessageKind, id: string): string {
  return kind === 'user' ? (values.userAliases.get(id) ?? id) : id;
}

/** Sends a chunk of a message; in a replay, a message that the client knows begins anew with its first chunk. */
export function crossChunk(crossing: Crossing, kind: MessageKind, update: Chunk): void {
  const {
    session: { values },
    note,
    send,
  } = crossing;
  const messageId = idOf(crossing, kind, update.messageId);
  if (!values.messages[kind].has(messageId)) values.messages[kind].set(messageId, undefined);
  if (values.replay?.messages[kind].delete(messageId)) {
    send({ sessionUpdate: wholeTags[kind], messageId, content: [] });
  }
  const content = contentBlockToNovember(update.content, { messageId, path: 'content' }, note);
  const isSame = messageId === update.messageId && (content as unknown) === update.content;
  const carried = isSame ? update : { ...update, messageId, content };
  // Plain text is the same in both drafts. A message of the person may be a prompt, which the turns have to know.
  if (isPlain(update.content)) send(carried as november.SessionUpdate, kind === 'user' ? undefined : alike);
  else sendChecked(crossing, carried);
}

/** Sends a whole message. */
export function crossMessage(crossing: Crossing, kind: MessageKind, update: Whole): void {
  const {
    session: { values },
    note,
  } = crossing;
  const messageId = idOf(crossing, kind, update.messageId);
  const { content } = update;
  const blocks = Array.isArray(content)
    ? blocksToNovember(content, { messageId, path: 'content' }, note)
    : (content as null | undefined);
  const isReplay = values.replay !== undefined;
  const known = values.messages[kind].get(messageId);
  const { kept, patch } = changeMeta(known, update._meta, { of: { messageId }, isReplay, note });
  values.messages[kind].set(messageId, kept);
  if (content !== undefined) values.replay?.messages[kind].delete(messageId);
  const changed = withNewMeta(update, patch);
  const isSame = messageId === update.messageId && (blocks as unknown) === content;
  const carried = isSame ? changed : { ...changed, messageId, ...(blocks === undefined ? {} : { content: blocks }) };
  sendChecked(crossing, carried);
}
