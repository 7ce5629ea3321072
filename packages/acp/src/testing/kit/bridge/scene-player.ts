import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { isAnswer } from '../peer-line.ts';
import type { SeenFrame } from '../verdict.ts';
import type { BridgePeers } from './open-bridge.ts';
import type { RecordedScene, SpokenMessage } from './recorded-scene.ts';
import { fromBridge, seen } from './seen-messages.ts';

/** What a bridge made of a recorded conversation. */
export interface PlayedScene {
  /** What the client got. */
  readonly atClient: readonly SeenFrame[];
  /** What the agent got. */
  readonly atAgent: readonly SeenFrame[];
  /** The answer that the client got to each of its requests, by the id in the recording. */
  readonly answers: ReadonlyMap<unknown, SeenFrame>;
  /** The answer that the agent got to each of its requests, by the id in the recording. */
  readonly outcomes: ReadonlyMap<unknown, SeenFrame>;
}

/** Plays both sides of a recorded conversation to a bridge, each side in its own dialect, in sessions that only this scene has. */
export class ScenePlayer {
  readonly #peers: BridgePeers;
  readonly #scene: RecordedScene;
  readonly #from: { readonly client: number; readonly agent: number };
  /** The ids under which the requests of each side have arrived at the other, by the id in the recording. */
  readonly #arrived = { client: new Map<unknown, unknown>(), agent: new Map<unknown, unknown>() };
  readonly #answers = new Map<unknown, SeenFrame>();
  readonly #outcomes = new Map<unknown, SeenFrame>();
  #isSettled = true;

  constructor(peers: BridgePeers, scene: RecordedScene) {
    this.#peers = peers;
    this.#scene = scene;
    this.#from = { client: peers.client.line.frames.length, agent: peers.agent.line.frames.length };
  }

  /** Plays the conversation from its beginning to its end. */
  async play(): Promise<PlayedScene> {
    const { from, v1, v2 } = this.#scene;
    const [agentSide, clientSide] = from === 1 ? [v1, v2] : [v2, v1];
    const ofClient = clientSide.filter((spoken) => spoken.from === 'client')[Symbol.iterator]();
    this.#leaveOpen(agentSide);
    await this.#openSessions(agentSide);
    for (const spoken of agentSide) {
      if (spoken.from === 'agent') await this.#fromAgent(spoken.message);
      else await this.#fromClient((ofClient.next().value as SpokenMessage).message);
    }
    await this.#settle();
    const { client, agent } = this.#peers;
    return {
      atClient: fromBridge(client.line, this.#from.client),
      atAgent: fromBridge(agent.line, this.#from.agent),
      answers: this.#answers,
      outcomes: this.#outcomes,
    };
  }

  /** Requests that the recording answers are not answered by the kit itself. */
  #leaveOpen(agentSide: readonly SpokenMessage[]): void {
    for (const { from, message } of agentSide) {
      if (!isObject(message) || typeof message['method'] !== 'string' || message['id'] === undefined) continue;
      const receiver = from === 'client' ? this.#peers.agent.line : this.#peers.client.line;
      receiver.responders.set(message['method'], () => undefined);
    }
  }

  /** Makes the sessions that the recording takes for granted. */
  async #openSessions(agentSide: readonly SpokenMessage[]): Promise<void> {
    const { client, agent } = this.#peers;
    const made = agentSide.some(({ message }) => isObject(message) && message['method'] === 'session/new');
    if (made) return;
    const ids = new Set(agentSide.flatMap(({ message }) => sessionIdsIn(message)));
    for (const id of ids) {
      agent.line.responders.set('session/new', () => ({ sessionId: this.#own(id) }));
      await client.newSession();
    }
  }

  async #fromAgent(recorded: unknown): Promise<void> {
    const { line } = this.#peers.agent;
    const renamed = this.#renamed(recorded);
    if (!isObject(renamed)) return;
    const message: JsonObject = renamed;
    this.#isSettled = false;
    if (message['method'] === undefined) {
      line.send({ ...message, id: this.#arrived.client.get(message['id']) ?? message['id'] });
      const id = this.#own(message['id']);
      const { client } = this.#peers;
      const answer = await seen(client.line, answering(id), 'the answer to a request', this.#from.client);
      this.#answers.set(message['id'], answer);
    } else if (message['id'] === undefined) line.send(message);
    else {
      const { client } = this.#peers;
      const mark = client.line.frames.length;
      line.send({ ...message, id: this.#own(message['id']) });
      const request = await seen(client.line, isAsking, `${message['method']}`, mark);
      this.#arrived.agent.set(message['id'], (request.message as JsonObject)['id']);
    }
  }

  async #fromClient(recorded: unknown): Promise<void> {
    const { client, agent } = this.#peers;
    const renamed = this.#renamed(recorded);
    if (!isObject(renamed)) return;
    const message: JsonObject = renamed;
    // What the agent has said before must have passed before the client says more.
    await this.#settle();
    if (message['method'] === undefined) {
      client.line.send({ ...message, id: this.#arrived.agent.get(message['id']) ?? message['id'] });
      const outcome = await seen(agent.line, answering(this.#own(message['id'])), 'an answer', this.#from.agent);
      this.#outcomes.set(message['id'], outcome);
      return;
    }
    this.#isSettled = false;
    if (message['id'] === undefined) {
      client.line.send(message);
      await this.#settle();
      return;
    }
    const own = this.#own(message['id']);
    const mark = agent.line.frames.length;
    client.line.send({ ...message, id: own });
    // The bridge passes it on, or answers itself.
    const arrived = seen(agent.line, isAsking, `${message['method']}`, mark);
    const answered = seen(client.line, answering(own), 'an answer', this.#from.client);
    for (const wait of [arrived, answered]) wait.catch(() => {});
    const first = await Promise.race([arrived, answered]);
    if (first.from === 'client') this.#arrived.client.set(message['id'], (first.message as JsonObject)['id']);
    else this.#answers.set(message['id'], first);
  }

  /** Waits until everything that either side has sent has passed. */
  async #settle(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    await this.#peers.client.line.fence();
    await this.#peers.agent.line.fence();
    await this.#peers.client.line.fence();
  }

  /** Returns an id of a session or request that no other scene has. */
  #own(id: unknown): string {
    return `${this.#scene.name}/${JSON.stringify(id)}`;
  }

  #renamed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#renamed(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'sessionId' && typeof part === 'string' ? this.#own(part) : this.#renamed(part),
      ]),
    );
  }
}

const answering =
  (id: unknown) =>
  ({ message }: SeenFrame): boolean =>
    isAnswer(message) && message['id'] === id;

/** Returns whether a frame is a request, and not one with which the kit waits. */
function isAsking({ message }: SeenFrame): boolean {
  if (!isObject(message) || typeof message['method'] !== 'string') return false;
  return message['id'] !== undefined && !message['method'].startsWith('_emend.check/');
}

function sessionIdsIn(message: unknown): string[] {
  if (!isObject(message)) return [];
  const ids = [message['params'], message['result']].map((part) => (isObject(part) ? part['sessionId'] : undefined));
  return ids.filter((id) => typeof id === 'string');
}
