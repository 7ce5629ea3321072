import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { PromptResponse, StopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';

/** How a turn ended, and what the log says about it. */
export type TurnEnd =
  | { readonly answer: PromptResponse; readonly logged: { readonly stopReason: StopReason } }
  | { readonly error: unknown; readonly logged: { readonly error: string } };

/** Returns the end of a turn that did not fail. */
export function endedWith(answer: PromptResponse): TurnEnd {
  return { answer, logged: { stopReason: answer.stopReason } };
}

/** Returns the state update for the end of a turn, for a client that gets no answer to its prompt. */
export function idleAfter({ logged }: TurnEnd): KnownStateUpdate {
  if ('stopReason' in logged) return { state: 'idle', stopReason: logged.stopReason } as KnownStateUpdate;
  const error = { code: errorCodes.internalError, message: logged.error };
  return { state: 'idle', stopReason: 'error', error } as KnownStateUpdate;
}
