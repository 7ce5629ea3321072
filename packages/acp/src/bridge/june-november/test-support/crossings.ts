import type { Note } from '../../ledger.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import type { NoticeRule } from '../options.ts';
import type { Crossing as ToJune } from '../to-june/crossing.ts';
import { newSession as newJuneSession } from '../to-june/session.ts';
import { sendAllContent } from '../to-june/tool-content.ts';
import { crossUpdate as updateToJune } from '../to-june/updates.ts';
import type { Crossing as ToNovember } from '../to-november/crossing.ts';
import { newSession as newNovemberSession } from '../to-november/session.ts';
import { endReplay, startReplay } from '../to-november/session-values.ts';
import { crossUpdate as updateToNovember } from '../to-november/updates.ts';

interface Recorded {
  readonly sent: object[];
  readonly notes: Note[];
}

/** What is said again and again in tests of either way. */
function recorded(sent: object[], notes: Note[]) {
  return {
    sent,
    notes,
    rules: () => notes.map(({ rule }) => rule),
    kinds: () => notes.map(({ kind, rule }) => `${kind} ${rule}`),
  };
}

/** Updates of a November agent on their way to a June client. */
export function wayToJune(notices: NoticeRule = 'raw') {
  const { sent, notes }: Recorded = { sent: [], notes: [] };
  const crossing: ToJune = {
    session: newJuneSession('s'),
    notices,
    send: (update) => sent.push(update),
    note: (note) => notes.push(note),
  };
  return {
    ...recorded(sent, notes),
    crossing,
    /** Gives what the client gets for an update. */
    update(update: object): object[] {
      const before = sent.length;
      updateToJune(crossing, update as november.SessionUpdate);
      return sent.slice(before);
    },
    flush(): object[] {
      const before = sent.length;
      sendAllContent(crossing);
      return sent.slice(before);
    },
  };
}

/** Updates of a June agent on their way to a November client. */
export function wayToNovember() {
  const { sent, notes }: Recorded = { sent: [], notes: [] };
  const crossing: ToNovember = {
    session: newNovemberSession('s', { acceptsAtOnce: true, isRecording: false }),
    send: (update) => sent.push(update),
    note: (note) => notes.push(note),
  };
  return {
    ...recorded(sent, notes),
    crossing,
    /** Gives what the client gets for an update. */
    update(update: object): object[] {
      const before = sent.length;
      updateToNovember(crossing, update as june.ReceivedSessionUpdate);
      return sent.slice(before);
    },
    startReplay: () => startReplay(crossing.session.values),
    endReplay: () => endReplay(crossing.session.values),
  };
}
