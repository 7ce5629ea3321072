import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function withoutMeta({ _meta: _, ...params }: JsonObject): JsonObject {
  return params;
}

/** A bridge that leaves out _meta. */
export const mutant: BridgeMutant = {
  breaks: 'P2',
  defect: 'Leaves out _meta.',
  pair: '1:june',
  caughtBy: ['losses.meta'],
  mayFollow: ['errors.extension', 'errors.extension-note', 'handshake.request'],
  start: bent({ agent: () => ({ received: (message) => [withParams(message, withoutMeta)] }) }),
};
