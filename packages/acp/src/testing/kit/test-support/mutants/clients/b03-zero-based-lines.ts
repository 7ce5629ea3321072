import { memoryFiles } from '../../memory-files.ts';
import { type ClientMutant, paramsOf } from '../client-mutant.ts';

/** Counts the lines of files from 0. */
export const b03ZeroBasedLines: ClientMutant = {
  name: 'b03-zero-based-lines',
  breaks: 'B3',
  defect: 'Counts the lines of files from 0.',
  dialects: ['v1'],
  caughtBy: ['requests.file-lines'],
  offers: { host: memoryFiles },
  make: () => ({
    fromAgent(message, wire) {
      const { line } = paramsOf(message);
      const isRead = message['method'] === 'fs/read_text_file' && typeof line === 'number';
      wire.toClient(isRead ? { ...message, params: { ...paramsOf(message), line: line + 1 } } : message);
    },
  }),
};
