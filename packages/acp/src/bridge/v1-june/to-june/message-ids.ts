import type { MessageKind } from '../../../session/message.ts';
import type { Crossing } from './crossing.ts';
import { idUses } from './session.ts';

function mint(crossing: Crossing, kind: MessageKind): string {
  const { session, idPrefix } = crossing;
  let id: string;
  do {
    session.minted += 1;
    id = `${idPrefix}-${session.minted}`;
  } while (session.used.has(id));
  session.used.set(id, idUses[kind].minted);
  return id;
}

function idOfNative(crossing: Crossing, kind: MessageKind, native: string): string {
  const { used, replaced } = crossing.session;
  const key = `${kind} ${native}`;
  const substitute = replaced.get(key);
  if (substitute !== undefined) return substitute;
  const user = used.get(native);
  if (user === undefined) {
    used.set(native, idUses[kind].own);
    return native;
  }
  if (user.kind === kind && !user.isMinted) return native;
  const id = mint(crossing, kind);
  replaced.set(key, id);
  crossing.note({
    kind: 'repair',
    rule: user.isMinted ? 'taken-message-id' : 'shared-message-id',
    messageId: id,
    path: 'messageId',
    lost: native,
    done: `sent as ${id}`,
  });
  return id;
}

/** Returns the id that a chunk gets in June: the agent's own, or one made up for the message that it continues or begins. */
export function messageIdOf(crossing: Crossing, kind: MessageKind, native: string | null | undefined): string {
  const { session } = crossing;
  const { current } = session;
  if (native === undefined || native === null) {
    const continues = current?.kind === kind && (current.isMinted || crossing.inheritsIds);
    if (current !== undefined && continues) return current.id;
    const id = mint(crossing, kind);
    crossing.note({
      kind: 'repair',
      rule: 'message-id',
      messageId: id,
      path: 'messageId',
      lost: 'no id',
      done: `made up ${id}`,
    });
    session.current = { kind, id, isMinted: true };
    session.latest.wrote(kind, id);
    return id;
  }
  const id = idOfNative(crossing, kind, native);
  if (current?.id !== id || current.kind !== kind || current.isMinted) session.current = { kind, id, isMinted: false };
  session.latest.wrote(kind, id);
  return id;
}

/** Returns the id that a message of the agent has in June, if the message is known. */
export function knownMessageId(crossing: Crossing, kind: MessageKind, native: string): string | undefined {
  const { used, replaced } = crossing.session;
  const user = used.get(native);
  return replaced.get(`${kind} ${native}`) ?? (user?.kind === kind && !user.isMinted ? native : undefined);
}

/** Ends the message that a chunk without an id would continue. */
export function endMessage(crossing: Crossing): void {
  crossing.session.current = undefined;
}
