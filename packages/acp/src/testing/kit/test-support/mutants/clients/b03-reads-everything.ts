import { memoryFiles } from '../../memory-files.ts';
import { type ClientMutant, paramsOf } from '../client-mutant.ts';

/** Reads the whole file when a part of it was asked for. */
export const b03ReadsEverything: ClientMutant = {
  name: 'b03-reads-everything',
  breaks: 'B3',
  defect: 'Reads the whole file when a part of it was asked for.',
  dialects: ['v1'],
  caughtBy: ['requests.file-lines'],
  offers: { host: memoryFiles },
  make: () => ({
    fromAgent(message, wire) {
      const { line: _, limit: __, ...params } = paramsOf(message);
      wire.toClient(message['method'] === 'fs/read_text_file' ? { ...message, params } : message);
    },
  }),
};
