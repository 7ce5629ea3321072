import { fitsHeader, type MessageOutline, outlineMessage } from '../wire/message-outline.ts';

/** A message on its way to the server. */
export interface Post {
  readonly frame: string;
  readonly outline: MessageOutline;
  /** The session that the request names in its header. */
  readonly session: string | undefined;
}

/** Finds out which session each message belongs to. */
interface Routing {
  /** Takes a message of this side. */
  outgoing(frame: string): Post;
  /** Takes a message that came on the stream of a session, or on that of the connection. */
  incoming(frame: string, stream: string | undefined): void;
  /** Returns the ids of the requests of a session that are not answered, as JSON text. */
  unanswered(session: string): (string | undefined)[];
}

/** Returns the routing of a new connection, which calls back for each session that an answer opens or ends. */
export function routing(opened: (session: string) => void, ended: (session: string | undefined) => void): Routing {
  /** Requests of this side that are not answered. */
  const requests = new Map<string | undefined, Post>();
  /** The sessions of the other side's requests that are not answered. */
  const questions = new Map<string | undefined, string | undefined>();
  return {
    outgoing(frame) {
      const outline = outlineMessage(frame) ?? { type: 'invalid' };
      const { type, id } = outline;
      const isAnswer = type === 'response';
      const post = { frame, outline, session: isAnswer ? questions.get(id) : headerOf(outline.session) };
      if (isAnswer) questions.delete(id);
      if (type === 'request') requests.set(id, post);
      return post;
    },
    incoming(frame, stream) {
      const { type, id, session = stream, openedSession, isError } = outlineMessage(frame) ?? {};
      if (type === 'request') questions.set(id, headerOf(session));
      if (type !== 'response') return;
      const request = requests.get(id);
      requests.delete(id);
      const named = headerOf(openedSession);
      if (named !== undefined) opened(named);
      if (request && !isError && /^session\/(close|delete)$/.test(request.outline.method ?? '')) ended(request.session);
    },
    unanswered: (session) => [...requests].flatMap(([id, post]) => (post.session === session ? [id] : [])),
  };
}

/** Returns a session as a header can name it. */
function headerOf(session: string | undefined): string | undefined {
  return session !== undefined && fitsHeader(session) ? session : undefined;
}
