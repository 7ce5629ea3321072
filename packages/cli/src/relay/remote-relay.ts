import type { Transport } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import type { Sender } from '@emend/acp/recording';
import { note } from '../output/note.ts';
import { Problem } from '../output/problem.ts';
import { withAwaitedAnswers } from '../remote/awaited-answers.ts';
import { remoteWords } from '../remote/remote-problem.ts';
import { openRemote, type RemoteTarget } from '../remote/remote-target.ts';
import { StateWords } from '../remote/state-words.ts';
import type { RelayEnd } from './relay.ts';

/** Connects our standard streams to a remote agent; calls `seen` with every message after it was passed on, as the line it would be. */
export class RemoteRelay {
  readonly #target: RemoteTarget;
  readonly #seen: (from: Sender, chunk: Buffer) => void;
  readonly #say: (words: string) => void;
  readonly #client = stdio();
  readonly #states: StateWords;
  #server: Transport | undefined;
  #isAsked = false;
  readonly ended: Promise<RelayEnd>;

  /** `command` is the name that messages to people begin with. */
  constructor(target: RemoteTarget, seen: (from: Sender, chunk: Buffer) => void, command: string) {
    this.#target = target;
    this.#say = (words) => note(`${command}: ${words}`);
    this.#states = new StateWords(target);
    this.#seen = seen;
    this.ended = this.#run();
  }

  /** Ends the connection. */
  stop(): void {
    this.#isAsked = true;
    void this.#server?.close().catch(() => {});
  }

  /** Ends the connection at once. */
  kill(): void {
    this.#isAsked = true;
    this.#server?.abort?.();
  }

  async #run(): Promise<RelayEnd> {
    const server = withAwaitedAnswers(await openRemote(this.#target, { onState: (state) => this.#tell(state) }));
    this.#server = server;
    if (this.#isAsked) server.abort?.();
    void this.#pass('client', this.#client, server).then(
      () => this.stop(),
      () => this.stop(),
    );
    try {
      await this.#pass('agent', server, this.#client);
    } catch (error) {
      if (this.#isAsked) return { code: 0, signal: null, isUnasked: false };
      throw new Problem((remoteWords(error, this.#target) ?? [String(error)]).join('\n'));
    } finally {
      await Promise.allSettled([this.#client.close(), server.close()]);
    }
    return { code: 0, signal: null, isUnasked: !this.#isAsked };
  }

  #tell(state: Parameters<StateWords['wordsFor']>[0]): void {
    const words = this.#states.wordsFor(state);
    if (words !== undefined) this.#say(words);
  }

  async #pass(sender: 'client' | 'agent', from: Transport, to: Transport): Promise<void> {
    for await (const batch of from.frames) {
      for (const frame of batch) {
        if (typeof frame !== 'string') {
          this.#say(`A message of the ${sender} could not be passed on: ${frame.problem}, ${frame.size} bytes.`);
          continue;
        }
        const room = to.send(frame);
        this.#seen(sender, Buffer.from(`${frame}\n`));
        if (room !== undefined) await room;
      }
    }
  }
}
