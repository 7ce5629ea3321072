import { type AgentMutant, updateIn } from '../agent-mutant.ts';

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
    let held: unknown;
    return {
      fromAgent(message, wire) {
        const { result } = message;
        if (wire.requestOf(message)?.['method'] === 'session/prompt' && result !== undefined) {
          held = message;
          return;
        }
        wire.toClient(message);
        if (updateIn(message)?.['state'] === 'idle' && held !== undefined) wire.toClient(held);
      },
    };
  },
};
