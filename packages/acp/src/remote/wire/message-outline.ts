import { outlineOf } from '../../jsonrpc/frame-outline.ts';
import { kindOf, type MessageType } from '../../jsonrpc/message.ts';

/** What a carrier has to know of a message to choose its way. */
export interface MessageOutline {
  readonly type: MessageType;
  readonly method?: string | undefined;
  /** The id as JSON text. Ids are the same if their texts are. */
  readonly id?: string | undefined;
  /** The session that the params name. */
  readonly session?: string | undefined;
  /** The session that a result names. */
  readonly openedSession?: string | undefined;
  readonly isError?: boolean;
}

// Nearly all messages of an agent begin like this, and parsing them whole would cost more than sending them.
const UPDATE = /^\{"jsonrpc":"2\.0","method":"session\/update","params":\{"sessionId":"([^"\\]*)"/;

/** Reads the outline of a message. Returns `undefined` if the text is not JSON. */
export function outlineMessage(text: string): MessageOutline | undefined {
  const session = UPDATE.exec(text)?.[1];
  if (session !== undefined) return { type: 'notification', method: 'session/update', session };
  return outlineWhole(text);
}

/** Reads the outline of a message and checks that all of its text is JSON. */
export function outlineWhole(text: string): MessageOutline | undefined {
  let message: Fields;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  const type = kindOf(message);
  if (type === 'invalid' || type === 'batch') return { type };
  const { id, method, params, result } = message;
  return {
    type,
    method,
    id: id === undefined ? undefined : idTextOf(id, text),
    session: sessionOf(params),
    openedSession: sessionOf(result),
    ...(type === 'response' && result === undefined && { isError: true }),
  };
}

interface Fields {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

function sessionOf(value: unknown): string | undefined {
  const { sessionId } = Object(value) as { readonly sessionId?: unknown };
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Returns an id as JSON text; a number that a double cannot represent keeps its digits. */
function idTextOf(id: unknown, text: string): string {
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return JSON.stringify(id);
  return outlineOf(text).scalars.get('id') ?? String(id);
}

/** Returns whether a session id can be sent in a header as it is. */
export function fitsHeader(session: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(session);
}
