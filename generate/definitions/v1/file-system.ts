import { record, type Topic } from '../../language.ts';

const sessionId = ['SessionId', 'The session.'] as const;
const path = ['path', 'The file, as an absolute path.'] as const;

/** Files of the client, as v1 has them. */
export const fileSystem: Topic = {
  ReadTextFileRequest: record('Asks the client for the text of a file, unsaved changes included.', {
    sessionId,
    path,
    'line?': ['line | null', 'The first line to read, counted from 1.'],
    'limit?': ['uint32 | null', 'How many lines to read at most.'],
  }),
  ReadTextFileResponse: record('The text of the file.', { content: ['string', 'The text.'] }),
  WriteTextFileRequest: record('Asks the client to write a file.', {
    sessionId,
    path,
    content: ['string', 'The whole new text.'],
  }),
  WriteTextFileResponse: record('The file is written.'),
};
