import type { ClientMutant } from '../client-mutant.ts';

/** Writes a question mark for each character that is not ASCII. */
export const b02WritesAscii: ClientMutant = {
  name: 'b02-writes-ascii',
  breaks: 'B2',
  defect: 'Writes a question mark for each character that is not ASCII.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['output.encoding'],
  mayFollow: ['requests.ids', 'list.cursor'],
  isSilent: true,
  make: () => ({
    fromClient: (message, wire) => wire.toAgent(JSON.stringify(message).replaceAll(/[^ -~]/gu, '?')),
  }),
};
