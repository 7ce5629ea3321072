import { type AgentMutant, everywhere, paramsOf, updateIn } from '../agent-mutant.ts';

/** Tells the tool calls of an earlier session again without their content. */
export const a14BareTools: AgentMutant = {
  name: 'a14-bare-tools',
  breaks: 'A14',
  defect: 'Tells the tool calls of an earlier session again without their content.',
  dialects: everywhere,
  caughtBy: ['replay.tool-content'],
  make() {
    let isLoading = false;
    return {
      fromClient(message, wire) {
        if (/^session\/(load|resume)$/.test(String(message['method']))) isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (/^session\/(load|resume)$/.test(String(wire.requestOf(message)?.['method']))) isLoading = false;
        const update = updateIn(message);
        if (!isLoading || update?.['toolCallId'] === undefined) return wire.toClient(message);
        if (update['sessionUpdate'] === 'tool_call_content_chunk') return;
        const { content: _, ...bare } = update;
        wire.toClient({ ...message, params: { ...paramsOf(message), update: bare } });
      },
    };
  },
};
