import { type AgentMutant, badResult, paramsOf } from '../agent-mutant.ts';

/** Says that it speaks whatever version is asked for. */
export const a02AnyVersion: AgentMutant = {
  name: 'a02-any-version',
  breaks: 'A2',
  defect: 'Says that it speaks whatever version is asked for.',
  dialects: ['v1', 'june'],
  caughtBy: ['handshake.higher-version'],
  make: () =>
    badResult('initialize', (result, request) => {
      const { protocolVersion } = paramsOf(request);
      return Number(protocolVersion) > 2 ? { ...result, protocolVersion } : result;
    }),
};
