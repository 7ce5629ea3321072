import { type AgentMutant, updateIn } from '../agent-mutant.ts';

/** Tells an earlier session again without its tool calls. */
export const a14ForgetsTools: AgentMutant = {
  name: 'a14-forgets-tools',
  breaks: 'A14',
  defect: 'Tells an earlier session again without its tool calls.',
  dialects: ['v1', 'june'],
  caughtBy: ['replay.tool-calls'],
  make() {
    let isLoading = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') isLoading = false;
        const isCall = String(updateIn(message)?.['sessionUpdate']).startsWith('tool_call');
        if (!isLoading || !isCall) wire.toClient(message);
      },
    };
  },
};
