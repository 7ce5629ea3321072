import type { Transport } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import type { Received } from '@emend/acp/transport';

/** Writes bytes to standard output as they are, between the messages. */
export type WriteRaw = (bytes: string | Uint8Array) => Promise<void>;

/** The agent's end of the line, with the faults that can be switched on. */
export interface AgentLine {
  readonly transport: Transport;
  readonly writeRaw: WriteRaw;
  /** How many of the next answers are sent twice. */
  duplicates: number;
  /** Whether the next write ends in the middle of a frame, and the process with it. */
  isCut: boolean;
}

/** Opens the line; `version` 1 has the agent believe that its client speaks v1, so that the bridge stands on both sides. */
export function openLine(version: 1 | 2, isBuffering: boolean): AgentLine {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string, encoding: BufferEncoding, done: (error?: Error | null) => void) => {
    if (!line.isCut) return write(text, encoding, done);
    return write(text.slice(0, -20), encoding, () => process.kill(process.pid, 'SIGKILL'));
  }) as typeof write;
  const inner = stdio();
  const line: AgentLine = {
    duplicates: 0,
    isCut: false,
    writeRaw: (bytes) => new Promise((resolve) => write(bytes, () => resolve())),
    transport: {
      frames: version === 1 ? { [Symbol.asyncIterator]: () => downgraded(inner) } : inner.frames,
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

/** The frames of a client of v2 as if they came from one of v1: only the handshake differs in what it asks for. */
async function* downgraded(transport: Transport): AsyncGenerator<readonly Received[], undefined> {
  let isFirst = true;
  for await (const batch of transport.frames) {
    if (!isFirst) yield batch;
    else {
      isFirst = false;
      const [, ...rest] = batch;
      const { id } = JSON.parse(batch[0] as string) as { id: number };
      const params = { protocolVersion: 1, clientCapabilities: {} };
      yield [JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params }), ...rest];
    }
  }
}
