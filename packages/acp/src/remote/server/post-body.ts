import type { RemoteLimits } from '../wire/limits.ts';
import { type MessageOutline, outlineWhole } from '../wire/message-outline.ts';
import type { HttpAnswer, HttpRequest } from './http-exchange.ts';
import { refusal } from './refusal.ts';

/** A message that was posted. */
export interface PostedMessage {
  /** The message as it came. */
  readonly frame: string;
  readonly outline: MessageOutline;
}

/** A message, or the answer that refuses what came instead. */
type PostBody =
  | { readonly ok: true; readonly message: PostedMessage }
  | { readonly ok: false; readonly answer: HttpAnswer /** Whether all of it has come. */; readonly isWhole: boolean };

/** Reads the message in the body of a POST. */
export async function readMessage(
  request: HttpRequest,
  limits: Pick<RemoteLimits, 'maxFrameBytes' | 'idLength'>,
): Promise<PostBody> {
  if (!isJson(request.header('content-type'))) {
    return refused(refusal(415, 'The content type of a message must be application/json.'));
  }
  const body = await request.readBody(limits.maxFrameBytes);
  if (!body.ok) return unread(body.problem, limits.maxFrameBytes);
  const outline = outlineWhole(body.text);
  if (outline === undefined) return refused(refusal(400, 'The body is not JSON.', { id: 'null', code: -32700 }));
  if (outline.type === 'batch') return refused(refusal(501, 'Batches are not supported over HTTP.', { id: 'null' }));
  if (outline.type === 'invalid') return refused(refusal(400, 'The body is no JSON-RPC message.', { id: 'null' }));
  if (lengthOf(outline.id) > limits.idLength) {
    return refused(refusal(400, `The id has more than ${limits.idLength} characters.`, { id: 'null' }));
  }
  return { ok: true, message: { frame: body.text, outline } };
}

function unread(problem: 'too-large' | 'not-utf8' | 'cut-off' | 'no-room', maxBytes: number): PostBody {
  if (problem === 'no-room') {
    const answer = refusal(503, 'Too many large messages come at the same time.', { retryAfter: 1 });
    return { ok: false, answer, isWhole: false };
  }
  if (problem === 'too-large') return refused(refusal(413, `A message may have at most ${maxBytes} bytes.`));
  if (problem === 'not-utf8') return refused(refusal(400, 'The body is not UTF-8.'));
  return { ok: false, answer: refusal(408, 'The body is cut off.'), isWhole: false };
}

const refused = (answer: HttpAnswer): PostBody => ({ ok: false, answer, isWhole: true });

function isJson(type: string | undefined): boolean {
  return type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type);
}

/** The length of an id given as JSON text; that of a string without its quotes and escapes. */
function lengthOf(id: string | undefined): number {
  if (id === undefined) return 0;
  return id.startsWith('"') ? (JSON.parse(id) as string).length : id.length;
}
