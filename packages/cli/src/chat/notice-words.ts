import type { ReceivedNotice } from '@emend/acp/session';
import { neutral, neutralLine } from '../terminal/neutral.ts';
import { tone } from '../terminal/style.ts';

/** How each severity looks; a map, since a severity may be any word. */
const looks: ReadonlyMap<string, number> = new Map([
  ['error', tone.red],
  ['warning', tone.yellow],
]);

/** Returns a notice of the agent as text, and how it looks. */
export function noticeWords({ notice }: ReceivedNotice): { readonly text: string; readonly look: number } {
  const { severity, title, description } = notice;
  const label = severity === undefined || severity === null ? 'notice' : neutralLine(severity).replaceAll('_', ' ');
  const rest = typeof description === 'string' && description.trim() !== '' ? `\n${neutral(description)}` : '';
  return { text: `▲ ${label}: ${neutralLine(title)}${rest}`, look: looks.get(label) ?? tone.cyan };
}
