import { connect, type IncomingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';

/** A function like `fetch` over one HTTP/2 session. */
export interface Http2Fetch {
  readonly fetch: typeof fetch;
  /** The headers of every answer. */
  readonly answers: IncomingHttpHeaders[];
  close(): void;
}

/** Connects to a server over HTTP/2. */
export function http2Fetch(origin: string, ca: string): Http2Fetch {
  const session = connect(origin, { ca });
  session.on('error', () => {});
  const answers: IncomingHttpHeaders[] = [];
  const send = (input: URL, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { pathname, search } = new URL(input);
      const stream = session.request(
        { ':method': init.method, ':path': pathname + search, ...(init.headers as Record<string, string>) },
        { endStream: init.body === undefined || init.body === null },
      );
      init.signal?.addEventListener('abort', () => stream.close());
      stream.on('error', reject);
      stream.on('close', () => reject(new TypeError('The stream was closed.')));
      stream.on('response', (answer) => {
        answers.push(answer);
        const headers = Object.entries(answer).filter(([name]) => !name.startsWith(':'));
        const body = [204, 205, 304].includes(Number(answer[':status'])) ? null : Readable.toWeb(stream);
        resolve(
          new Response(body as BodyInit | null, {
            status: Number(answer[':status']),
            headers: headers as [string, string][],
          }),
        );
      });
      if (typeof init.body === 'string') stream.end(init.body);
    });
  return { fetch: send as typeof fetch, answers, close: () => session.destroy() };
}
