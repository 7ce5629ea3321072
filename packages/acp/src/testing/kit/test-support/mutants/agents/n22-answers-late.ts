import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Answers a prompt only when its work has ended. */
export const n22AnswersLate: AgentMutant = {
  name: 'n22-answers-late',
  breaks: 'N22',
  defect: 'Answers a prompt only when its work has ended.',
  dialects: ['november'],
  caughtBy: ['states.answered-early'],
  mayFollow: ['prompt.one-answer'],
  isSilent: true,
  make() {
    const held = new Map<unknown, JsonObject>();
    return {
      fromAgent(message, wire) {
        const request = wire.requestOf(message);
        if (request?.['method'] === 'session/prompt' && message['result'] !== undefined) {
          held.set(paramsOf(request)['sessionId'], message);
          return;
        }
        wire.toClient(message);
        if (updateIn(message)?.['state'] !== 'idle') return;
        const { sessionId } = paramsOf(message);
        const answer = held.get(sessionId);
        held.delete(sessionId);
        if (answer !== undefined) wire.toClient(answer);
      },
    };
  },
};
