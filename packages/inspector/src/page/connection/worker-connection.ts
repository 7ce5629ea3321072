import type { DownloadQuestion } from '../../api/inspector.ts';
import type { PortAnswer, WorkerPort } from '../../api/wire.ts';
import type { Connection } from './connection-status.ts';
import { MessageInspector } from './message-inspector.ts';

type Save = (part: { readonly text: string | undefined } | Error) => void;

/** Connects the page with an engine in a worker, as an exported page does. */
export function connectByWorker(port: WorkerPort): Connection {
  /** The downloads that are not finished. Their numbers are negative, so that they are none of a question. */
  const saves = new Map<number, Save>();
  let nextSave = -1;

  async function* download(question: DownloadQuestion): AsyncGenerator<string> {
    const id = nextSave--;
    const arrived: Parameters<Save>[0][] = [];
    let wake = (): void => {};
    saves.set(id, (part) => {
      arrived.push(part);
      wake();
    });
    port.postMessage({ id, download: question });
    try {
      for (;;) {
        const part = arrived.shift();
        if (part instanceof Error) throw part;
        if (part === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else if (part.text === undefined) return;
        else yield part.text;
      }
    } finally {
      saves.delete(id);
    }
  }

  const messages = new MessageInspector(download);
  port.onmessage = ({ data }) => {
    const answer = data as PortAnswer;
    if ('event' in answer) {
      messages.received(answer);
      if (answer.event.type === 'closed') messages.closed({ state: 'ended', reason: answer.event.reason });
    } else if ('part' in answer) saves.get(answer.id)?.({ text: answer.part });
    else if (answer.id < 0 && 'failure' in answer) saves.get(answer.id)?.(new Error(answer.failure));
    else messages.received(answer);
  };
  messages.opened((message) => port.postMessage(message));
  return messages;
}
