import { fitsHeader, type MessageOutline, outlineMessage } from '../wire/message-outline.ts';

/** A message on its way to the server. */
export interface Post {
  readonly frame: string;
  readonly outline: MessageOutline;
  /** The session that the request names in its header. */
  readonly session: string | undefined;
}

/** Finds out which session each message belongs to. */
export class Routing {
  /** Requests of this side that are not answered. */
  readonly #requests = new Map<string | undefined, Post>();
  /** The sessions of the other side's requests that are not answered. */
  readonly #questions = new Map<string | undefined, string | undefined>();

  /** Takes a message of this side. */
  outgoing(frame: string): Post {
    const outline = outlineMessage(frame) ?? { type: 'invalid' };
    const { type, id } = outline;
    const isAnswer = type === 'response';
    const session = isAnswer ? this.#questions.get(id) : headerOf(outline.session);
    const post = { frame, outline, session };
    if (isAnswer) this.#questions.delete(id);
    if (type === 'request') this.#requests.set(id, post);
    return post;
  }

  /** Takes a message that came on the stream of a session, or on that of the connection. Returns the sessions that it opens and ends. */
  incoming(frame: string, stream: string | undefined): { opened?: string | undefined; ended?: string | undefined } {
    const { type, id, session = stream, openedSession, isError } = outlineMessage(frame) ?? {};
    if (type === 'request') this.#questions.set(id, headerOf(session));
    if (type !== 'response') return {};
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    const isEnd = /^session\/(close|delete)$/.test(request?.outline.method ?? '') && !isError;
    return { opened: headerOf(openedSession), ended: isEnd ? request?.session : undefined };
  }

  /** The ids of the requests of a session that are not answered, as JSON text. */
  unanswered(session: string): (string | undefined)[] {
    return [...this.#requests].flatMap(([id, post]) => (post.session === session ? [id] : []));
  }
}

/** Returns a session as a header can name it. */
function headerOf(session: string | undefined): string | undefined {
  return session !== undefined && fitsHeader(session) ? session : undefined;
}
