import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function firstBlock(params: JsonObject): JsonObject {
  return Array.isArray(params['prompt']) ? { ...params, prompt: params['prompt'].slice(0, 1) } : params;
}

/** A bridge that passes only the first block of a prompt. */
export const mutant: BridgeMutant = {
  breaks: 'A6',
  defect: 'Passes only the first block of a prompt.',
  pair: 'november:june',
  caughtBy: ['prompt.content'],
  start: bent({
    agent: () => ({
      received: (message) => [message['method'] === 'session/prompt' ? withParams(message, firstBlock) : message],
    }),
  }),
};
