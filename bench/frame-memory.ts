import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '@emend/acp/protocol';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { BridgedClient } from './peers/bridged-client.ts';
import { programFile } from './peers/child.ts';

const emend = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

const texts: Readonly<Record<string, string>> = {
  ASCII: 'a few words of an answer ',
  'other characters': 'слова ответа 漢字 ',
};

/** Measures the peak memory of `emend bridge` for one long frame, passed on or translated. Only Linux reports the peak of a process. */
export function frameMemory(mebibytes: number): Measure[] {
  if (process.platform !== 'linux') return [];
  return Object.entries(texts).flatMap(([name, words]) => [
    frameOf(`passed on, ${name}`, 'v1', words, mebibytes),
    frameOf(`translated, ${name}`, 'june', words, mebibytes),
  ]);
}

function frameOf(name: string, client: Dialect, words: string, mebibytes: number): Measure {
  // With the JSON around its text, the frame is just within the limit.
  const bytes = mebibytes * 2 ** 20 - 1_000;
  return {
    name: `peak memory for a frame of ${mebibytes} MiB, ${name}`,
    unit: 'x its size',
    better: 'lower',
    goal: atMost(6),
    runs: 'processes',
    contestants: {
      async ours() {
        const agent = [process.execPath, programFile('frame-agent'), `${bytes}`, words];
        await using peer = new BridgedClient([emend, 'bridge', '--', ...agent]);
        await peer.start(client);
        const before = peakOf(peer.pid);
        await peer.request('session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] });
        const used = peakOf(peer.pid) - before;
        const size = Buffer.byteLength(peer.sample[0] ?? '');
        if (size < bytes - 1_000) throw new Error(`only ${size} of ${bytes} bytes came`);
        return used / size;
      },
    },
  };
}

/** Returns the peak memory of a process, in bytes. */
function peakOf(pid: number | undefined): number {
  return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
