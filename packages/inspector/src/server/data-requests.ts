import { downloadPath, type Ticket, ticketPath } from '../api/addresses.ts';
import type { DownloadQuestion, Inspector } from '../api/inspector.ts';
import { readDownload } from '../api/questions.ts';
import { type Reply, sentence } from './reply.ts';

/** Where the data come from. */
interface DataSource {
  readonly inspector: Inspector;
  /** Makes a ticket for a socket; `undefined` if there are too many. */
  issueTicket(): string | undefined;
}

const files: Readonly<Record<DownloadQuestion['what'], { readonly type: string; name(frame: number): string }>> = {
  recording: { type: 'application/x-ndjson', name: () => 'recording.ndjson' },
  masked: { type: 'application/x-ndjson', name: () => 'recording-masked.ndjson' },
  state: { type: 'application/json', name: (frame) => `state-${frame}.json` },
  markdown: { type: 'text/markdown; charset=utf-8', name: (frame) => `conversation-${frame}.md` },
};

/** Returns the reply to a request that has shown the token: a ticket or a download. */
export function replyWithData(method: string, path: string, query: URLSearchParams, source: DataSource): Reply {
  if (path === ticketPath) return method === 'POST' ? ticketFrom(source) : wrongMethod('POST');
  if (path !== downloadPath) return sentence(404, 'There is nothing at this path.');
  if (method !== 'GET') return wrongMethod('GET');
  const question = readDownload(query);
  if (question === undefined) return sentence(400, 'There is no such download.');
  const { type, name } = files[question.what];
  // Nothing in the name of the file comes from an agent.
  const disposition = `attachment; filename="${name(question.frame)}"`;
  return {
    status: 200,
    headers: { 'content-type': type, 'content-disposition': disposition },
    body: source.inspector.download(question),
  };
}

/** Returns the reply to a method that a path does not take. */
export function wrongMethod(allow: string): Reply {
  return sentence(405, 'The method is not supported here.', { allow });
}

function ticketFrom({ issueTicket }: DataSource): Reply {
  const ticket = issueTicket();
  if (ticket === undefined)
    return sentence(429, 'There are too many tickets that nobody has used.', { 'retry-after': '1' });
  const given: Ticket = { ticket };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) };
}
