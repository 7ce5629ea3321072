import type { BridgeQuestion, BridgeRows } from './bridge-view.ts';
import type { Conversation, ConversationQuestion, ConversationRow, PartQuestion } from './conversation.ts';
import type { FrameDetail } from './frame-detail.ts';
import type { Place, PlaceQuestion, Rows, RowsQuestion, Times, TimesQuestion } from './frame-row.ts';
import type { Overview } from './overview.ts';
import type { NextProblemQuestion, Problem, Problems, ProblemsQuestion } from './problem.ts';
import type { TalkOrder, TalkResult, TalkState } from './talk.ts';
import type { TimeView } from './time-view.ts';

/** What a page can download. */
export interface DownloadQuestion {
  readonly what: 'recording' | 'masked' | 'state' | 'markdown';
  readonly frame: number;
  readonly session?: string;
}

/** The methods of an {@link Inspector} with what each takes and returns. Everything can be written as JSON. */
export interface InspectorCalls {
  overview: { takes: Record<string, never>; gives: Overview };
  rows: { takes: RowsQuestion; gives: Rows };
  place: { takes: PlaceQuestion; gives: Place };
  frame: { takes: { readonly frame: number }; gives: FrameDetail };
  times: { takes: TimesQuestion; gives: Times };
  conversation: { takes: ConversationQuestion; gives: Conversation };
  part: { takes: PartQuestion; gives: ConversationRow };
  problems: { takes: ProblemsQuestion; gives: Problems };
  nextProblem: { takes: NextProblemQuestion; gives: { readonly problem?: Problem } };
  bridge: { takes: BridgeQuestion; gives: BridgeRows };
  time: { takes: Record<string, never>; gives: TimeView };
  talk: { takes: TalkOrder; gives: TalkResult };
  talkState: { takes: Record<string, never>; gives: TalkState };
}

/** The name of a call. */
export type InspectorCall = keyof InspectorCalls;

/** What happens without being asked for. The page asks anew for what it shows. */
export type InspectorEvent =
  /** Frames came, or the first reading has gone on. At most some twenty a second. */
  | { readonly type: 'grown'; readonly overview: Overview }
  | { readonly type: 'talk'; readonly state: TalkState }
  | { readonly type: 'closed'; readonly reason: string };

/** Answers what a page asks of a recording: in a process behind a socket, or in a worker of an exported page. */
export interface Inspector {
  ask<Call extends InspectorCall>(
    call: Call,
    question: InspectorCalls[Call]['takes'],
  ): Promise<InspectorCalls[Call]['gives']>;
  /** Returns what is downloaded, in parts of text. */
  download(question: DownloadQuestion): AsyncIterable<string>;
  listen(listener: (event: InspectorEvent) => void): () => void;
}
