import type { InspectorCall, InspectorCalls } from '../api/inspector.ts';
import { conversation, part } from './conversation.ts';
import { frameDetail } from './frame-detail.ts';
import type { Recording } from './recording.ts';
import { place, rows, times } from './rows.ts';

/** Answers one call from a recording. */
export type Answer<Call extends InspectorCall> = (
  recording: Recording,
  question: InspectorCalls[Call]['takes'],
) => InspectorCalls[Call]['gives'] | Promise<InspectorCalls[Call]['gives']>;

/** The functions that answer calls, by the name of the call. */
export type Answers = { readonly [Call in InspectorCall]?: Answer<Call> };

/** How calls about a recording are answered. Those that are not here need more than a recording. */
export const answers: Answers = {
  overview: (recording) => recording.overview(),
  rows,
  place,
  times,
  frame: frameDetail,
  conversation,
  part,
  problems: (recording, question) => recording.problems.page(question),
  nextProblem: (recording, question) => recording.problems.next(question),
};
