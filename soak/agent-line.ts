import type { Transport } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import type { Received } from '@emend/acp/transport';

/** Writes bytes to standard output as they are, between the messages. */
type WriteRaw = (bytes: string | Uint8Array) => Promise<void>;

/** The agent's end of the connection, with faults that can be switched on. */
export interface AgentLine {
  readonly transport: Transport;
  readonly writeRaw: WriteRaw;
  /** How many of the next answers are sent twice. */
  duplicates: number;
  /** Whether the next write ends in the middle of a frame, and the process with it. */
  isCut: boolean;
}

/** What an agent does instead of answering `initialize`: exit at once, or refuse v2 and exit, as v1 agents do. */
export type StartFault = 'exit' | 'refuse-v2';

/** Opens the connection. With `version` 1 the agent believes that its client speaks v1, so that both ends translate. */
export function openLine(version: 1 | 2, isBuffering: boolean, startFault: StartFault | ''): AgentLine {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string, encoding: BufferEncoding, done: (error?: Error | null) => void) => {
    if (!line.isCut) return write(text, encoding, done);
    return write(text.slice(0, -20), encoding, () => process.kill(process.pid, 'SIGKILL'));
  }) as typeof write;
  const inner = stdio();
  const isHonest = version === 2 && startFault === '';
  const line: AgentLine = {
    duplicates: 0,
    isCut: false,
    writeRaw: (bytes) => new Promise((resolve) => write(bytes, () => resolve())),
    transport: {
      frames: isHonest ? inner.frames : { [Symbol.asyncIterator]: () => handshaken(inner, version, startFault) },
      close: () => inner.close(),
      send(frame) {
        const sent = inner.send(frame);
        // A broken connection without backpressure, which buffers everything: the run must notice it.
        if (isBuffering) return undefined;
        if (line.duplicates === 0 || !frame.includes('"result":')) return sent;
        line.duplicates -= 1;
        return inner.send(frame);
      },
    },
  };
  return line;
}

/** Returns the frames of a client with its handshake changed: to end the agent, or to ask for v1. */
async function* handshaken(
  transport: Transport,
  version: 1 | 2,
  fault: StartFault | '',
): AsyncGenerator<readonly Received[], undefined> {
  let isFirst = true;
  for await (const batch of transport.frames) {
    if (!isFirst) yield batch;
    else {
      isFirst = false;
      const [first, ...rest] = batch;
      const { id, params } = JSON.parse(first as string) as { id: number; params: { protocolVersion: number } };
      if (fault === 'exit') process.exit(1);
      if (fault === 'refuse-v2' && params.protocolVersion !== 1) {
        const error = { code: -32602, message: 'Unsupported protocol version' };
        // The exit follows the answer closely, so that it may or may not arrive.
        process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
        process.exit(1);
      }
      yield version === 2 ? batch : [asV1(id), ...rest];
    }
  }
}

function asV1(id: number): string {
  const params = { protocolVersion: 1, clientCapabilities: {} };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
}
