import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Tells messages again without their ids. */
export const a15ReplayWithoutIds: AgentMutant = {
  name: 'a15-replay-without-ids',
  breaks: 'A15',
  defect: 'Tells messages again without their ids.',
  dialects: ['june'],
  caughtBy: ['replay.same-ids'],
  mayFollow: ['replay.complete'],
  make() {
    let isLoading = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') isLoading = false;
        const update = updateIn(message);
        if (!isLoading || update === undefined) return wire.toClient(message);
        const { messageId: _, ...nameless } = update;
        wire.toClient({ ...message, params: { ...paramsOf(message), update: nameless } });
      },
    };
  },
};
