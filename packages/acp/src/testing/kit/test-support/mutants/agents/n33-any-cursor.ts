import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Replays from the start whatever place is asked for. */
export const n33AnyCursor: AgentMutant = {
  name: 'n33-any-cursor',
  breaks: 'N33',
  defect: 'Replays from the start whatever place is asked for.',
  dialects: ['november'],
  caughtBy: ['resume.bad-cursor'],
  make: () =>
    badReading('session/resume', (params) =>
      'replayFrom' in params ? { ...params, replayFrom: { type: 'start' } } : params,
    ),
};
