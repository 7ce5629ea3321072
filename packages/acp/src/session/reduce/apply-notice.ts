import type { Notice } from '../../protocol/november/generated/notice.ts';
import { mostNotices } from '../notice.ts';
import { type SessionState, withRare } from '../state.ts';

/** Keeps a notice, and of all notices only the newest. */
export function applyNotice(state: SessionState, notice: Notice): SessionState {
  const { notices } = state;
  const number = (notices.at(-1)?.number ?? -1) + 1;
  const received = { number, place: state.timeline.length, notice };
  return withRare(state, { notices: [...notices.slice(1 - mostNotices), received] });
}
