import { type ServerResponse, STATUS_CODES } from 'node:http';

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | AsyncIterable<string>;
}

/** Returns a reply that is one sentence. */
export function sentence(status: number, text: string, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `${text}\n` };
}

/** Writes a reply; parts as fast as they are read. */
export async function writeReply(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    return;
  }
  const parts = body[Symbol.asyncIterator]();
  try {
    // Headers are sent with the first part, so that a download which fails at once can still say so.
    let part = await parts.next();
    response.writeHead(status, headers);
    for (; part.done !== true && !response.destroyed; part = await parts.next()) {
      if (!response.write(part.value)) await canGoOn(response);
    }
    response.end();
  } catch (error) {
    // A download that has begun is cut off, so that nobody takes it for a whole one.
    if (response.headersSent) response.destroy();
    else await writeReply(response, sentence(500, error instanceof Error ? error.message : String(error)));
  } finally {
    await parts.return?.();
  }
}

/** Resolves when what was written is read, or nobody reads it any more. */
function canGoOn(response: ServerResponse): Promise<void> {
  const events = ['drain', 'close', 'error'];
  return new Promise((resolve) => {
    const goOn = (): void => {
      for (const event of events) response.off(event, goOn);
      resolve();
    };
    for (const event of events) response.on(event, goOn);
  });
}

/** Returns a reply of one sentence as text, for a connection that Node does not answer itself. */
export function rawReply({ status, headers, body }: Reply): string {
  const length = { 'content-length': String(Buffer.byteLength(String(body))), connection: 'close' };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
