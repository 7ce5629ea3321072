import { spawn } from 'node:child_process';
import type { Turn } from '@emend/acp';
import type { AgentLine } from './agent-line.ts';
import type { BrokenReads } from './broken-reads.ts';
import type { AgentFault } from './plan.ts';
import type { FillableLog } from './store.ts';
import { after } from './waiting.ts';

/** The parts of the agent that faults act on. */
interface FaultParts {
  readonly line: AgentLine;
  readonly log: FillableLog;
  /** The clock of the log. */
  readonly clock: { offset: number };
  readonly reads: BrokenReads;
}

/** Frames that a client must survive: not JSON, not a message, not UTF-8, an update with a broken body, an unknown session. */
function malformedFrames({ session }: Turn): (string | Uint8Array)[] {
  const update = (sessionId: string, body: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } })}\n`;
  return [
    'Segmentation fault (core dumped)\n',
    '{"jsonrpc":"2.0","method":\n',
    '[]\n',
    '{"a":1}\n',
    Uint8Array.from([0x22, 0xff, 0xfe, 0x22, 0x0a]),
    update(session.id, { sessionUpdate: 'agent_message_chunk', messageId: 7 }),
    update(session.id, { sessionUpdate: 'tool_call_update', content: 'x' }),
    update('a session that nobody opened', { sessionUpdate: 'usage_update', used: 1, size: 1 }),
  ];
}

const day = 24 * 60 * 60 * 1000;

/** Injects a fault in the middle of a turn; a fault that ends the process does not return. */
export async function haveFault(fault: AgentFault, turn: Turn, parts: FaultParts): Promise<void> {
  const { line, log, clock, reads } = parts;
  switch (fault) {
    case 'kill':
      process.kill(process.pid, 'SIGKILL');
      return forever();
    case 'cut':
      line.isCut = true;
      return;
    case 'exit':
      process.exit(3);
      return;
    case 'malformed':
      for (const frame of malformedFrames(turn)) await line.writeRaw(frame);
      return;
    case 'duplicate-answers':
      line.duplicates = 1;
      return;
    case 'unasked-answers':
      await line.writeRaw('{"jsonrpc":"2.0","id":999999,"result":{"stopReason":"end_turn"}}\n');
      await line.writeRaw('{"jsonrpc":"2.0","id":"nobody","error":{"code":-32603,"message":"late"}}\n');
      return;
    case 'busy': {
      const until = performance.now() + 200;
      while (performance.now() < until);
      return;
    }
    case 'clock-jump':
      clock.offset = clock.offset === 0 ? -day : -clock.offset;
      return;
    case 'full-disk':
      await log.fill();
      return;
    case 'stray-output':
      console.log('printed in the middle of a turn');
      return;
    case 'child-process':
      // It outlives its parent unless everything that the agent started is ended with the agent.
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref();
      return;
    case 'follower-io':
      reads.isBroken = true;
      // Long enough for a follower to poll several times.
      await after(200);
      reads.isBroken = false;
      return;
    case 'noisy-stderr':
      // More than the pipes and buffers on the way hold; `console` ignores that nobody reads it any more.
      for (let row = 0; row < 4_000; row++) console.error(`${row} `.padEnd(200, '-'));
  }
}

function forever(): Promise<never> {
  return new Promise(() => {});
}
