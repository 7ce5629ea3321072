import type { RequestPermissionOutcome } from '../../protocol/base/generated/permission.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { Actor } from '../../session/actor.ts';
import type { SessionClient } from './session-clients.ts';

/** The key in `_meta` of `initialize` under which a client asks to be told who else has its sessions open, and what they do. */
const sharedKey = 'emend/shared';

/** Returns whether a client asks, in the params of its `initialize`, to be told about the others. */
export function wantsNews(params: unknown): boolean {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) && meta[sharedKey] === 1;
}

/** A prompt whose turn waits, runs or has ended. */
export interface TurnNews {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'ended';
  readonly by: Actor | undefined;
  readonly stopReason?: string | undefined;
}

/** A prompt that waits. */
export interface WaitingPrompt {
  readonly id: string;
  readonly by: Actor | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly prompt: readonly ContentBlock[];
}

/** How a question was answered: a permission request with an outcome, an elicitation with an action. What the user filled in is not told. */
interface Answered {
  readonly toolCallId: string | undefined;
  readonly outcome?: RequestPermissionOutcome;
  readonly action?: 'accept' | 'decline' | 'cancel';
  readonly by: Actor;
}

/** Why a client no longer has a session. */
export type SessionEnd = 'closed' | 'deleted' | 'moved';

/** Tells the clients of a session that asked for it what the protocol has no words for: who is there, whose turn it is, what waits. */
export class SessionNews {
  readonly #sessionId: string;
  readonly #clients: () => readonly SessionClient[];
  #isEnded = false;

  constructor(sessionId: string, clients: () => readonly SessionClient[]) {
    this.#sessionId = sessionId;
    this.#clients = clients;
  }

  /** Tells who has the session open: everybody, at each change. */
  clients(): void {
    const all = this.#clients();
    this.#tell('_emend/clients', (told) => ({
      clients: all.map((client) => {
        const { actor, client: connected } = client.link;
        const { name, version } = connected.info ?? {};
        const self = client === told ? true : undefined;
        return present({ id: actor.client, name, version, role: client.access.role, since: client.since, self });
      }),
    }));
  }

  /** Tells what became of a prompt; `position` is that of the last entry of the log. */
  turn(turn: TurnNews, position: number | undefined): void {
    this.#tell('_emend/turn', () => present({ turn: present(turn), position }));
  }

  /** Tells which prompts wait. */
  prompts(prompts: readonly WaitingPrompt[]): void {
    this.#tell('_emend/prompts', () => ({ prompts: prompts.map((prompt) => present(prompt)) }));
  }

  /** Tells who has answered a question, and how. */
  answered(question: string, answer: Answered): void {
    this.#tell('_emend/answered', () => ({ question, ...present(answer) }));
  }

  /** Tells once that the session is over for all clients, but the one that ended it, which has an answer. */
  ended(reason: SessionEnd, connection?: object): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#tell('_emend/ended', ({ link }) => (link.connection === connection ? undefined : { reason }));
  }

  #tell(method: string, bodyFor: (client: SessionClient) => object | undefined): void {
    for (const client of this.#clients()) {
      if (client.link.client.wantsNews !== true) continue;
      const body = bodyFor(client);
      if (body !== undefined) void client.link.notify(method, { sessionId: this.#sessionId, ...body });
    }
  }
}
