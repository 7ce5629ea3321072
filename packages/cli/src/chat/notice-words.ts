import type { SessionState } from '@emend/acp';
import type { ReceivedNotice } from '@emend/acp/session';
import { neutral, neutralLine } from '../terminal/neutral.ts';
import { tone } from '../terminal/style.ts';

/** How each severity looks; a map, since a severity may be any word. */
const looks: ReadonlyMap<string, number> = new Map([
  ['error', tone.red],
  ['warning', tone.yellow],
]);

/** A notice of the agent as text, and how it looks. */
interface NoticeWords {
  readonly text: string;
  readonly look: number;
}

/** Finds the notices that were not shown yet. They are no part of the history: each is shown once, below what is there when it comes. */
export class NewNotices {
  #last = -1;

  /** Returns the notices of a state that no earlier one had. */
  newIn({ notices }: SessionState): NoticeWords[] {
    const found = notices.filter(({ number }) => number > this.#last);
    this.#last = found.at(-1)?.number ?? this.#last;
    return found.map(noticeWords);
  }
}

function noticeWords({ notice }: ReceivedNotice): NoticeWords {
  const { severity, title, description } = notice;
  const label = severity === undefined || severity === null ? 'notice' : neutralLine(severity).replaceAll('_', ' ');
  const rest = typeof description === 'string' && description.trim() !== '' ? `\n${neutral(description)}` : '';
  return { text: `▲ ${label}: ${neutralLine(title)}${rest}`, look: looks.get(label) ?? tone.cyan };
}
