import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Writes a question mark for each character that is not ASCII. */
export const b02WritesAscii: AgentMutant = {
  name: 'b02-writes-ascii',
  breaks: 'B2',
  defect: 'Writes a question mark for each character that is not ASCII.',
  dialects: everywhere,
  caughtBy: ['output.encoding'],
  mayFollow: ['output.ids'],
  isSilent: true,
  make: () => ({
    fromAgent: (message, wire) => wire.toClient(JSON.stringify(message).replaceAll(/[^ -~]/gu, '?')),
  }),
};
