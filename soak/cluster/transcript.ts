import type { Transport } from '@emend/acp';
import { tap } from '@emend/acp/transport';

/** How many messages of a client are kept; with 600 clients all of them would not fit in memory. */
const mostLines = 400;
const mostLength = 240;

/** The latest messages of one client, over all its connections, to be read where something was wrong. */
export class Transcript {
  readonly #lines: string[] = [];
  #connections = 0;
  #next = 0;

  /** Returns the transport of a new connection, whose messages are written down. */
  over(transport: Transport, to: string): Transport {
    this.#connections += 1;
    const connection = this.#connections;
    this.note(`-- connection ${connection} to ${to}`);
    return tap(transport, (direction, frame) => {
      const text = typeof frame === 'string' ? frame.slice(0, mostLength) : 'a frame that could not be read';
      this.note(`${connection} ${direction === 'sent' ? '>' : '<'} ${text}`);
    });
  }

  note(line: string): void {
    this.#lines[this.#next % mostLines] = `${new Date().toISOString().slice(11)} ${line}`;
    this.#next += 1;
  }

  /** The lines that are kept, oldest first. */
  get text(): string {
    const oldest = this.#next > mostLines ? this.#next % mostLines : 0;
    return [...this.#lines.slice(oldest), ...this.#lines.slice(0, oldest)].join('\n');
  }
}
