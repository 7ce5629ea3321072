import { answerMessage, sendOrFail } from '../api/answer.ts';
import type { DownloadQuestion, Inspector } from '../api/inspector.ts';
import type { PortAnswer, PortQuestion, WorkerPort } from '../api/wire.ts';

/** Answers the page at the other end of a port, as the worker of an exported page does. */
export function answerPort(port: WorkerPort, inspector: Inspector): void {
  const send = (answer: PortAnswer): void => sendOrFail(answer, (written) => port.postMessage(written));

  async function save(id: number, question: DownloadQuestion): Promise<void> {
    try {
      for await (const part of inspector.download(question)) send({ id, part });
      send({ id, part: undefined });
    } catch (error) {
      send({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  inspector.listen((event) => send({ event }));
  port.onmessage = ({ data }) => {
    const question = data as PortQuestion;
    if ('download' in question) void save(question.id, question.download);
    else void answerMessage(inspector, question).then(send);
  };
}
