import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Decodes each piece of its input by itself, and breaks a character that comes in two. */
export const b02DecodesPieces: AgentMutant = {
  name: 'b02-decodes-pieces',
  breaks: 'B2',
  defect: 'Decodes each piece of its input by itself, and breaks a character that comes in two.',
  dialects: everywhere,
  caughtBy: ['output.encoding'],
  make: () => ({ decodesPieces: true }),
};
