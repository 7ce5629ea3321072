import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Sends pictures to an agent that takes none. */
export const c08SendsImages: ClientMutant = {
  name: 'c08-sends-images',
  breaks: 'C8',
  defect: 'Sends pictures to an agent that takes none.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['prompt.content'],
  make: () =>
    badCall('session/prompt', (params) => ({
      ...params,
      prompt: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
    })),
};
