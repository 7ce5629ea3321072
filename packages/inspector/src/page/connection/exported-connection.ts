import type { WorkerPort } from '../../api/wire.ts';
import type { WorkerStart } from '../../api/worker-wire.ts';
import type { Connection } from './connection-status.ts';
import { connectByWorker } from './worker-connection.ts';

/** Returns the code of the engine that an exported page carries; `undefined` in the page of a server. */
export function carriedEngine(): string | undefined {
  return document.getElementById('engine')?.textContent ?? undefined;
}

/** Connects an exported page with a worker that reads the recording in the page. */
export function connectToCarried(engine: string): Connection {
  const worker = new Worker(URL.createObjectURL(new Blob([engine], { type: 'text/javascript' })));
  const { port1, port2 } = new MessageChannel();
  const connection = connectByWorker(port1 as WorkerPort);
  worker.onerror = () => {
    const reason = 'This browser cannot read the recording in this page.';
    port1.onmessage?.(new MessageEvent('message', { data: { event: { type: 'closed', reason } } }));
  };
  const send = (message: WorkerStart, transfer: readonly Transferable[] = []): void =>
    worker.postMessage(message, [...transfer]);
  for (const part of document.querySelectorAll('script.recording')) {
    send({ part: part.textContent ?? '' });
    // The worker has it now.
    part.remove();
  }
  const name = document.getElementById('page')?.dataset['name'] ?? 'recording';
  send({ name, port: port2 }, [port2]);
  return connection;
}
