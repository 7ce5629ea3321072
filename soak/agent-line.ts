import type { Transport } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import type { Received } from '@emend/acp/transport';

/** Writes bytes to standard output as they are, between the messages. */
type WriteRaw = (bytes: string | Uint8Array) => Promise<void>;

/** The agent's end of the line, with the faults that can be switched on. */
export interface AgentLine {
  readonly transport: Transport;
  readonly writeRaw: WriteRaw;
  /** How many of the next answers are sent twice. */
  duplicates: number;
  /** Whether the next write ends in the middle of a frame, and the process with it. */
  isCut: boolean;
}

/** What an agent does at `initialize` instead of answering it: exits at once, or refuses v2 and exits, as agents of v1 do. */
export type StartFault = 'exit' | 'refuse-v2';

/** Opens the line; `version` 1 has the agent believe that its client speaks v1, so that the bridge stands on both sides. */
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
        // A line that takes all that it is given, however slowly it is read: the run has to notice.
        if (isBuffering) return undefined;
        if (line.duplicates === 0 || !frame.includes('"result":')) return sent;
        line.duplicates -= 1;
        return inner.send(frame);
      },
    },
  };
  return line;
}

/** The frames of a client with another handshake: one that ends the agent, or one that asks for v1, which is all that differs there. */
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
