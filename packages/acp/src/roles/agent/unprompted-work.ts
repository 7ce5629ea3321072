import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { StopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { AgentWork } from './agent-work.ts';
import type { TurnOutcome } from './definition.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** Does work that no prompt asked for, and returns why it stopped; nothing means `end_turn`. */
export type WorkHandler = (work: AgentWork) => Promise<TurnOutcome>;

/** Some work that no prompt asked for. */
interface UnpromptedWork {
  readonly handler: WorkHandler;
  readonly signal: AbortSignal;
  /** Reports what the agent is doing. */
  readonly tell: (state: KnownStateUpdate) => void;
}

/** Runs work that no prompt asked for, from `running` to `idle`. Work that was cancelled while it waited never starts. */
export async function runWork(session: AgentSession, link: SessionLink, started: UnpromptedWork): Promise<StopReason> {
  const { handler, signal, tell } = started;
  if (signal.aborted) return 'cancelled';
  const work = new AgentWork(
    session,
    { request: (asked) => asked.request, onAsking: askingWith(tell, signal) },
    signal,
    link,
  );
  tell({ state: 'running' });
  session.record({ type: 'activity', state: 'running' });
  let stopReason: StopReason = 'error';
  try {
    const outcome = (await handler(work)) ?? 'end_turn';
    const checked = checkAnswer(link.check, 'session/prompt', { stopReason: outcome }).stopReason;
    stopReason = signal.aborted ? 'cancelled' : checked;
  } catch (error) {
    // Aborting makes models and tools throw; after a cancel that is not a failure.
    if (!signal.aborted) throw error;
    stopReason = 'cancelled';
  } finally {
    await work.end();
    session.flush();
    const error = { code: errorCodes.internalError, message: 'The work failed.' };
    const end = { state: 'idle', stopReason, ...(stopReason === 'error' && { error }) } as const;
    tell(end as KnownStateUpdate);
    session.record({ type: 'activity', ...end });
  }
  await session.saved();
  return stopReason;
}

/** Returns a callback that tells when people are asked something: the work waits meanwhile. */
function askingWith(tell: (state: KnownStateUpdate) => void, signal: AbortSignal): (isAsking: boolean) => void {
  let open = 0;
  return (isAsking) => {
    open += isAsking ? 1 : -1;
    if (isAsking && open === 1) tell({ state: 'requires_action' });
    else if (open === 0 && !signal.aborted) tell({ state: 'running' });
  };
}
