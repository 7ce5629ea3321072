import type { Dialect } from '../../../protocol/dialects.ts';
import { isIdle } from '../agent/agent-line.ts';
import type { LentTransport } from '../lent-transport.ts';
import { openRequests, PeerLine } from '../peer-line.ts';
import type { SeenFrame } from '../verdict.ts';
import { ClientLine, type OpenedSession, type SeenRequest } from './client-line.ts';
import type { StartedClient } from './started-client.ts';

/** A prompt that the client waits for. */
export interface PromptedClient extends OpenedSession {
  readonly client: ClientLine;
  readonly prompt: SeenRequest;
}

/** How many requests a check has at most; their ids are never used twice on a connection. */
const mostRequests = 10_000;

/** A client that has sent a prompt, and that checks use one after the other while the turn lasts. */
export class OpenClient {
  readonly started: StartedClient;
  readonly #connection: LentTransport;
  readonly #prompted: PromptedClient;
  readonly #before: readonly SeenFrame[];
  #uses = 1;
  #hasExited = false;

  constructor(started: StartedClient, connection: LentTransport, prompted: PromptedClient) {
    this.started = started;
    this.#connection = connection;
    this.#prompted = prompted;
    this.#before = [...prompted.client.line.frames];
    void started.exited.then(() => {
      this.#hasExited = true;
    });
  }

  /** Whether the client, or its connection, has ended. */
  get isOver(): boolean {
    return this.#hasExited || this.#connection.isOver;
  }

  /** Returns the client anew, as if the prompt had just come. */
  prompted(dialect: Dialect, patience: number): PromptedClient {
    const options = { plays: 'agent', patience, before: this.#before, firstId: this.#uses * mostRequests } as const;
    this.#uses += 1;
    const client = new ClientLine(new PeerLine({ transport: this.#connection.lend() }, options), dialect);
    return { ...this.#prompted, client };
  }

  /** Takes it back from a check. */
  takeBack(): void {
    this.#connection.takeBack();
  }

  /** Ends the client. */
  async close(): Promise<void> {
    await this.started.end();
    await this.#connection.close();
  }
}

/** Returns whether a client still waits for the end of its turn, and for nothing else. */
export async function isStillPrompted({ client, prompt }: PromptedClient): Promise<boolean> {
  const { line, words } = client;
  await line.fence().catch(() => {});
  const said = line.frames.slice(line.evidence.placeOf(prompt.frame));
  const hasEnded = said.some((frame) => frame.from === 'agent' && isIdle(frame));
  return !line.isOver && !hasEnded && openRequests(line.frames) === (words.endsByState ? 0 : 1);
}
