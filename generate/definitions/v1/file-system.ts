import { record, type Topic } from '../../language.ts';

const sessionId = ['SessionId', 'Id of the session.'] as const;
const path = ['path', 'The file, as an absolute path.'] as const;

/** Files of the client. */
export const fileSystem = {
  ReadTextFileRequest: record('Reads a text file through the client, including unsaved changes.', {
    sessionId,
    path,
    'line?': ['line | null', 'First line to read, counted from 1.'],
    'limit?': ['uint32 | null', 'Maximum number of lines to read.'],
  }),
  ReadTextFileResponse: record('The text of the file.', { content: ['string', 'The text.'] }),
  WriteTextFileRequest: record('Writes a text file through the client.', {
    sessionId,
    path,
    content: ['string', 'The new text of the file.'],
  }),
  WriteTextFileResponse: record('The file is written.'),
} satisfies Topic;
