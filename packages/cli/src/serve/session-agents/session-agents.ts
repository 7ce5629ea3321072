import type { Transport } from '@emend/acp';
import { DEFAULT_HIGH_WATER, FrameQueue } from '@emend/acp/transport';
import { type RouterStep, SessionRouter } from './session-router.ts';

/**
 * Returns a transport to agents that are started as they are needed, one for each session. They end with it. `onLost` is told of each session
 * whose agent has ended.
 */
export function sessionAgents(start: () => Promise<Transport>, onLost: (session: string) => void): Transport {
  return new SessionAgents(start, onLost);
}

class SessionAgents implements Transport {
  readonly #start: () => Promise<Transport>;
  readonly #onLost: (session: string) => void;
  readonly #router = new SessionRouter();
  readonly #lanes = new Map<number, Promise<Transport>>();
  readonly #ending = new Set<Promise<void>>();
  readonly #queue = new FrameQueue(() => this.#openRoom());
  #room: { readonly promise: Promise<void>; open(): void } | undefined;
  #isClosed = false;

  constructor(start: () => Promise<Transport>, onLost: (session: string) => void) {
    this.#start = start;
    this.#onLost = onLost;
  }

  get frames(): Transport['frames'] {
    return this.#queue;
  }

  send(frame: string): Promise<void> | undefined {
    if (this.#isClosed) return Promise.reject(new Error('The transport is closed.'));
    return this.#run(this.#router.fromClient(frame));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of this.#lanes.values()) this.#end(lane);
    this.#lanes.clear();
    while (this.#ending.size > 0) await Promise.allSettled(this.#ending);
    this.#queue.end();
    this.#openRoom();
  }

  /** Does the steps in order. Returns a promise if an agent has to catch up first. */
  #run(steps: readonly RouterStep[], cause?: unknown): Promise<void> | undefined {
    let room: Promise<void> | undefined;
    for (const step of steps) {
      if (step.type === 'to-client') this.#queue.push([step.frame]);
      else if (step.type === 'failed') this.#queue.fail(cause);
      else if (step.type === 'lost') this.#onLost(step.session);
      else if (step.type === 'start') this.#begin(step.agent);
      else if (step.type === 'end') this.#leave(step.agent);
      else room = this.#sendTo(step.agent, step.frame) ?? room;
    }
    return room;
  }

  #begin(agent: number): void {
    const lane = this.#start();
    this.#lanes.set(agent, lane);
    void this.#read(agent, lane);
  }

  async #read(agent: number, lane: Promise<Transport>): Promise<void> {
    let cause: unknown = new Error('The agent has closed the connection.');
    try {
      for await (const batch of (await lane).frames) {
        for (const frame of batch) {
          if (typeof frame === 'string') this.#run(this.#router.fromAgent(agent, frame));
          else this.#queue.push([frame]);
        }
        if (this.#queue.size > DEFAULT_HIGH_WATER) await this.#whenRead();
      }
    } catch (error) {
      cause = error;
    }
    if (this.#lanes.get(agent) !== lane) return;
    this.#leave(agent);
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#run(this.#router.agentEnded(agent, reason), cause);
  }

  #sendTo(agent: number, frame: string): Promise<void> | undefined {
    // What an agent that has ended was sent is answered when its end is seen.
    return this.#lanes
      .get(agent)
      ?.then((transport) => transport.send(frame))
      .catch(() => {});
  }

  #leave(agent: number): void {
    const lane = this.#lanes.get(agent);
    this.#lanes.delete(agent);
    if (lane !== undefined) this.#end(lane);
  }

  #end(lane: Promise<Transport>): void {
    const ending = lane.then((transport) => transport.close()).catch(() => {});
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  #whenRead(): Promise<void> {
    if (this.#room === undefined) {
      let open = (): void => {};
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.#room = { promise, open };
    }
    return this.#room.promise;
  }

  #openRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }
}
