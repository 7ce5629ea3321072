import { downloadPath, socketPath, type Ticket, ticketPath } from '../../api/addresses.ts';
import type { DownloadQuestion } from '../../api/inspector.ts';
import type { Connection } from './connection-status.ts';
import { MessageInspector } from './message-inspector.ts';

const firstWait = 500;
const longestWait = 8_000;

/** A refusal that trying again does not change. */
class Refused extends Error {}

/** Connects the page with its server by a WebSocket, and again whenever it is lost. */
export function connectBySocket(token: string): Connection {
  const headers = { authorization: `Bearer ${token}` };

  async function* download(question: DownloadQuestion): AsyncGenerator<string> {
    const query = new URLSearchParams({ what: question.what, frame: String(question.frame) });
    if (question.session !== undefined) query.set('session', question.session);
    const response = await fetch(`${downloadPath}?${query}`, { headers });
    if (!response.ok || response.body === null)
      throw new Error(`The server refused the download (${response.status}).`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }

  async function ticket(): Promise<string> {
    const response = await fetch(ticketPath, { method: 'POST', headers });
    if (response.status === 401)
      throw new Refused('The address lacks the token of this inspector. Open the address that emend inspect printed.');
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
    return ((await response.json()) as Ticket).ticket;
  }

  const messages = new MessageInspector(download);
  let wait = firstWait;

  const open = async (): Promise<void> => {
    const address = new URL(`${socketPath}?ticket=${encodeURIComponent(await ticket())}`, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    const socket = new WebSocket(address);
    socket.onopen = () => {
      wait = firstWait;
      messages.opened((message) => socket.send(JSON.stringify(message)));
    };
    socket.onmessage = ({ data }) => messages.received(JSON.parse(String(data)));
    socket.onclose = again;
  };

  const again = (): void => {
    messages.closed({ state: 'lost' });
    setTimeout(start, wait);
    wait = Math.min(wait * 2, longestWait);
  };

  const start = (): void => {
    open().catch((error: unknown) => {
      if (error instanceof Refused) messages.closed({ state: 'ended', reason: error.message });
      else again();
    });
  };

  start();
  return messages;
}
