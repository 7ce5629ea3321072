import type { ClientMutant } from '../client-mutant.ts';

/** Decodes each piece of its input by itself, and breaks a character that comes in two. */
export const b02DecodesPieces: ClientMutant = {
  name: 'b02-decodes-pieces',
  breaks: 'B2',
  defect: 'Decodes each piece of its input by itself, and breaks a character that comes in two.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['output.encoding'],
  make: () => ({ decodesPieces: true }),
};
