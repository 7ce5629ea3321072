import type { WorkerPort } from '../api/wire.ts';
import type { WorkerStart } from '../api/worker-wire.ts';
import { MemoryBytes } from '../engine/byte-source.ts';
import { sourceText } from '../engine/download/source-text.ts';
import { Inspection } from '../engine/inspection.ts';
import { answerPort } from '../engine/port-answers.ts';
import { recordingInspector } from '../engine/recording-inspector.ts';
import { PackedRecording } from './packed-recording.ts';

const packed = new PackedRecording();

async function start(name: string, port: WorkerPort): Promise<void> {
  try {
    const bytes = new MemoryBytes(await packed.end());
    bytes.end();
    const inspection = new Inspection({ source: { kind: 'page', name }, bytes });
    answerPort(port, recordingInspector(inspection, { downloads: { text: () => sourceText(bytes) } }));
    await inspection.grow();
  } catch {
    port.postMessage({ event: { type: 'closed', reason: 'The recording in this page is damaged.' } });
  }
}

globalThis.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  if ('part' in data) packed.push(data.part);
  else void start(data.name, data.port as WorkerPort);
};
