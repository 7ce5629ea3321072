import type { WorkerPort } from '../api/wire.ts';
import type { WorkerStart } from '../api/worker-wire.ts';
import { plainInspector } from '../engine/plain-inspector.ts';
import { answerPort } from '../engine/port-answers.ts';
import { RecordingLines } from './recording-lines.ts';

const lines = new RecordingLines();

async function start(name: string, port: WorkerPort): Promise<void> {
  try {
    answerPort(port, plainInspector(await lines.end(), { source: { kind: 'page', name }, isLive: false }));
  } catch {
    port.postMessage({ event: { type: 'closed', reason: 'The recording in this page is damaged.' } });
  }
}

globalThis.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  if ('part' in data) lines.push(data.part);
  else void start(data.name, data.port as WorkerPort);
};
