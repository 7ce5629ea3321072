import { fitsHeader, type MessageOutline, outlineMessage } from '../wire/message-outline.ts';

/** A message on its way to the server. */
export interface Post {
  readonly frame: string;
  readonly outline: MessageOutline;
  /** The session that the request names in its header. */
  readonly session: string | undefined;
}

/** What a message from the server means for the streams of its connection. */
interface Consequence {
  /** A session that is there now. */
  readonly opened?: string | undefined;
  /** A session that has ended. */
  readonly ended?: string | undefined;
}

/** Finds out which session each message belongs to. */
export class Routing {
  /** Requests of this side that are not answered. */
  readonly #requests = new Map<string, Post>();
  /** The sessions of the other side's requests that are not answered. */
  readonly #questions = new Map<string, string>();

  /** Takes a message of this side. */
  outgoing(frame: string): Post {
    const outline = outlineMessage(frame) ?? { type: 'invalid' };
    const { type, id = '' } = outline;
    const session = type === 'response' ? this.#questions.get(id) : headerOf(outline.session);
    const post = { frame, outline, session };
    if (type === 'response') this.#questions.delete(id);
    if (type === 'request') this.#requests.set(id, post);
    return post;
  }

  /** Takes a message that came on the stream of a session, or on that of the connection. */
  incoming(frame: string, stream: string | undefined): Consequence {
    const outline = outlineMessage(frame);
    const { type, id = '', openedSession, isError } = outline ?? {};
    const session = headerOf(outline?.session ?? stream);
    if (type === 'request' && session !== undefined) this.#questions.set(id, session);
    if (type !== 'response') return {};
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    const { method } = request?.outline ?? {};
    const isEnd = (method === 'session/close' || method === 'session/delete') && !isError;
    return { opened: headerOf(openedSession), ended: isEnd ? request?.session : undefined };
  }

  /** The ids of the requests of a session that are not answered, as JSON text. */
  unanswered(session: string): string[] {
    return [...this.#requests].flatMap(([id, post]) => (post.session === session ? [id] : []));
  }
}

/** Returns a session as a header can name it. */
function headerOf(session: string | undefined): string | undefined {
  return session !== undefined && fitsHeader(session) ? session : undefined;
}
