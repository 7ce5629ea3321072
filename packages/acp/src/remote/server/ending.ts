import { Gate } from '../../transport/gate.ts';
import type { Clock } from '../wire/clock.ts';
import type { RemoteLimits } from '../wire/limits.ts';
import type { ConnectionEnd, RemoteConnection } from './connection.ts';
import type { Entry, Registry } from './registry.ts';
import type { DrainOptions } from './server-options.ts';

/** The interval at which a draining server looks whether its agents are done, in milliseconds. */
const LOOK_INTERVAL = 50;

/** Ends the connections of a server: all at once, or each after what runs on it. */
export class Ending {
  readonly #registry: Registry;
  readonly #limits: RemoteLimits;
  readonly #clock: Clock;
  readonly #isNode: (connection: RemoteConnection) => boolean;
  readonly #hurry = new Gate();
  #isHurried = false;
  #draining: Promise<void> | undefined;
  #isEnding = false;

  /** `isNode` returns whether a connection is that of another node. */
  constructor(
    registry: Registry,
    limits: RemoteLimits,
    clock: Clock,
    isNode: (connection: RemoteConnection) => boolean = () => false,
  ) {
    this.#isNode = isNode;
    this.#registry = registry;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether the server takes no new connections any more. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Refuses new prompts, waits for what runs, and ends all connections. Called again, it changes nothing. */
  drain({ grace, reason = 'shutdown' }: DrainOptions): Promise<void> {
    this.#isEnding = true;
    this.#draining ??= this.#drain(grace, reason === 'restart' ? 'restarting' : 'draining');
    return this.#draining;
  }

  /** Ends all connections without waiting for what runs on them. */
  async close(): Promise<void> {
    this.#isEnding = true;
    this.#isHurried = true;
    this.#hurry.open();
    await Promise.all([this.#endAll('closed'), this.#draining]);
  }

  async #drain(grace: number, reason: ConnectionEnd): Promise<void> {
    for (const { transport } of this.#registry.entries) transport.isDraining = true;
    await this.#untilIdle(grace);
    await this.#endAll(reason);
  }

  /** Waits until no agent works on anything, but not longer than the grace time. */
  async #untilIdle(grace: number): Promise<void> {
    const end = this.#clock.now() + grace;
    let wasIdle = false;
    for (let left = grace; left > 0 && !this.#isHurried; left = end - this.#clock.now()) {
      const { entries } = this.#registry;
      const isIdle = entries.every(({ transport }) => transport.isIdle);
      // Between the answer to a prompt and the word that its turn runs an agent looks idle, so that one look is not enough.
      if (entries.length === 0 || (isIdle && wasIdle)) return;
      wasIdle = isIdle;
      await this.#within(Math.min(LOOK_INTERVAL, left), this.#hurry.promise);
    }
  }

  async #endAll(reason: ConnectionEnd): Promise<void> {
    await Promise.all(this.#registry.entries.map((entry) => this.#end(entry, reason)));
  }

  /** Ends a connection; one whose client does not do its part in time is cut. */
  async #end({ connection }: Entry, reason: ConnectionEnd): Promise<void> {
    // Another node must not try to come back: its clients go on elsewhere.
    const told = this.#isNode(connection) ? 'agent' : reason;
    const ended = Promise.all([connection.end(told), connection.closed]);
    await this.#within(this.#limits.closing, ended);
    connection.transport.abort?.();
  }

  /** Waits for something, but not longer than the given time. */
  async #within(milliseconds: number, awaited: Promise<unknown>): Promise<void> {
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.after(milliseconds, resolve);
    });
    await Promise.race([awaited, late]);
    cancel();
  }
}
