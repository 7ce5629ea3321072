import type { ElicitationAnswerEvent, ElicitationOpenEvent } from '../event.ts';
import { requestKey } from '../request-key.ts';
import { type SessionState, withRare } from '../state.ts';

/** Opens a request for information. An open one with the same id is replaced. */
export function applyElicitation(state: SessionState, { requestId, request }: ElicitationOpenEvent): SessionState {
  return withRare(state, { elicitations: [...others(state, requestId), { requestId, request }] });
}

/** Closes a request for information. */
export function applyElicitationAnswer(state: SessionState, { requestId }: ElicitationAnswerEvent): SessionState {
  const elicitations = others(state, requestId);
  return elicitations.length === state.elicitations.length ? state : withRare(state, { elicitations });
}

function others(state: SessionState, requestId: ElicitationOpenEvent['requestId']): SessionState['elicitations'] {
  const key = requestKey(requestId);
  return state.elicitations.filter((open) => requestKey(open.requestId) !== key);
}
