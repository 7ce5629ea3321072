import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import type { KnownToolCall } from './session.ts';

/** Sends news of terminals; called after the tool call that reported them was sent. */
export type ShowNews = () => void;

/** A tool call of a v1 agent, created or updated. */
type Reporting = Pick<v1.ToolCallUpdate, 'toolCallId' | '_meta' | 'content'>;

/** The form in which the terminals of a v1 agent reach its client. */
export interface TerminalForm {
  /** Whether terminals in the content of tool calls stay what they are. */
  readonly keepsContent: boolean;
  /** Takes what a tool call reports in its `_meta` of terminals that the agent runs itself; returns the call as it goes on. */
  take<Call extends Reporting>(
    crossing: Crossing,
    known: KnownToolCall,
    call: Call,
  ): { readonly call: Call; readonly showNews: ShowNews };
  /** Returns the updates about terminals that are served in place of the client since the last call. */
  due(): readonly { readonly sessionId: string; readonly update: june.SessionUpdate }[];
}
