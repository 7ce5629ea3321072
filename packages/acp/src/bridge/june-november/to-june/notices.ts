import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';

const labels: Readonly<Record<string, string>> = { info: 'Info', warning: 'Warning', error: 'Error' };

/** Sends a notice by the rule for notices: as it is, which June reads as an unknown update, as a message, or not at all. */
export function crossNotice(crossing: Crossing, notice: november.Notice & { readonly sessionUpdate: 'notice' }): void {
  const {
    session: { values },
    note,
    notices,
    send,
  } = crossing;
  const { severity, title, description } = notice;
  if (notices === 'drop') {
    note({ kind: 'loss', rule: 'notice', path: 'title', lost: title, done: 'not sent' });
    return;
  }
  if (notices === 'raw') {
    note({ kind: 'repair', rule: 'notice', path: 'sessionUpdate', lost: 'notice', done: 'sent as it is' });
    send(notice as object as june.ReceivedSessionUpdate);
    return;
  }
  values.minted.notices += 1;
  const messageId = values.messageIds.of('agent', `emend-notice-${values.minted.notices}`, note);
  const heading = `${labels[severity] ?? 'Notice'}: ${title}`;
  const text = typeof description === 'string' ? `${heading}\n\n${description}` : heading;
  note({ kind: 'repair', rule: 'notice', messageId, path: 'title', lost: title, done: 'sent as a message' });
  send({ sessionUpdate: 'agent_message', messageId, content: [{ type: 'text', text }] });
}

/** Sends an update of a compaction as it is, which June reads as an unknown update. */
export function crossCompaction(
  { session: { values }, note, send }: Crossing,
  update: { readonly sessionUpdate: string; readonly compactionId: string },
): void {
  if (!values.compactions.has(update.compactionId)) {
    values.compactions.add(update.compactionId);
    const { sessionUpdate: lost } = update;
    note({ kind: 'repair', rule: 'compaction', path: 'sessionUpdate', lost, done: 'sent as it is' });
  }
  send(update as object as june.ReceivedSessionUpdate);
}
