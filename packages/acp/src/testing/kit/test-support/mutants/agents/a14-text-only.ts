import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Tells the prompts of an earlier session again without anything but their text. */
export const a14TextOnly: AgentMutant = {
  name: 'a14-text-only',
  breaks: 'A14',
  defect: 'Tells the prompts of an earlier session again without anything but their text.',
  dialects: ['v1', 'june'],
  caughtBy: ['replay.blocks'],
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
        const blocks = [update?.['content']].flat().filter((block) => isObject(block) && block['type'] === 'text');
        if (!isLoading || !String(update?.['sessionUpdate']).startsWith('user_')) wire.toClient(message);
        else if (Array.isArray(update?.['content']))
          wire.toClient({ ...message, params: { ...paramsOf(message), update: { ...update, content: blocks } } });
        else if (blocks.length > 0) wire.toClient(message);
      },
    };
  },
};
