import type { MessageOutline } from '../wire/message-outline.ts';
import type { EventChannel } from './event-channel.ts';
import type { EventChannels } from './event-channels.ts';

/** A request of the client that the agent has not answered yet. */
interface OpenRequest {
  readonly session: string | undefined;
  readonly method: string | undefined;
}

/** Decides which stream carries each message of the agent. */
export class MessageRoutes {
  readonly #channels: EventChannels;
  readonly #requests = new Map<string, OpenRequest>();
  /** The sessions of the agent's own requests that the client has not answered yet. */
  readonly #questions = new Map<string, string>();
  /** Sessions that were closed while requests of them were open. */
  readonly #closed = new Set<string>();

  constructor(channels: EventChannels) {
    this.#channels = channels;
  }

  /** How many requests of the client are not answered. */
  get openRequests(): number {
    return this.#requests.size;
  }

  /** Returns whether a request of the client with this id is not answered. */
  isOpen(id: string): boolean {
    return this.#requests.has(id);
  }

  /** Notes a request of the client. */
  requested(id: string, request: OpenRequest): void {
    this.#requests.set(id, request);
    if (request.session !== undefined) this.#closed.delete(request.session);
  }

  /** Notes that the client has answered a request of the agent. */
  answered(id: string): void {
    this.#questions.delete(id);
  }

  /** Returns the channel that carries a message of the agent. */
  channelOf(outline: MessageOutline | undefined, frame: string): EventChannel {
    const { type, method, id, session } = outline ?? {};
    if (type === 'response' && id !== undefined) return this.#ofAnswer(id, outline?.isError === true);
    if (type === 'request' && id !== undefined && session !== undefined) this.#questions.set(id, session);
    // It must not overtake the request that it cancels.
    if (method === '$/cancel_request') return this.#channels.of(this.#questions.get(cancelledId(frame)));
    return this.#channels.of(session);
  }

  #ofAnswer(id: string, isError: boolean): EventChannel {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    const { session, method } = request ?? {};
    if (session === undefined) return this.#channels.connection;
    // The answer follows what was replayed. A client that reads no stream of the session gets it all the same.
    if (method === 'session/load' && !this.#channels.hasBeenOpen(session)) return this.#channels.connection;
    const channel = this.#channels.of(session);
    if ((method === 'session/close' || method === 'session/delete') && !isError) this.#closed.add(session);
    if (this.#closed.has(session) && !this.#hasRequests(session)) {
      this.#closed.delete(session);
      if (channel !== this.#channels.connection) channel.finish();
    }
    return channel;
  }

  #hasRequests(session: string): boolean {
    for (const request of this.#requests.values()) if (request.session === session) return true;
    return false;
  }
}

function cancelledId(frame: string): string {
  const { params } = JSON.parse(frame) as { readonly params?: { readonly requestId?: unknown } | null };
  return JSON.stringify(params?.requestId ?? null);
}
