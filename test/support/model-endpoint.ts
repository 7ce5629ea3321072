import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A request that the stand-in got. */
export interface ModelRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A local stand-in for a model behind an OpenAI-compatible endpoint. */
export interface ModelEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Resolves when a caller hung up before the answer was complete. */
  readonly abandoned: Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const bytes of request) text += bytes;
  return JSON.parse(text);
}

/** Writes a stream of server-sent events in pieces that are cut where no reader expects it. */
async function stream(response: ServerResponse, parts: readonly string[], ends: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = parts.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`);
  const whole = `: a comment\r\n\r\ndata: {"choices":[]}\r\n\r\n${events.join('')}${ends ? 'data: [DONE]\r\n\r\n' : ''}`;
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += 37) {
    response.write(bytes.subarray(at, at + 37));
    await pause(1);
  }
  if (ends) response.end();
}

/** What the stand-in answers: parts as they stream, a status alone, parts without an end, or a body as it is. */
type ModelAnswer = readonly string[] | number | { readonly hangs: readonly string[] } | { readonly body: string };

/** Starts a stand-in that answers the first request with the first answer, and so on. */
export async function modelEndpoint(answers: readonly ModelAnswer[]): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = [];
  let onAbandoned = (): void => {};
  const abandoned = new Promise<void>((resolve) => {
    onAbandoned = resolve;
  });
  const server = createServer(async (request, response) => {
    const answer = answers[requests.length];
    response.on('close', () => {
      if (!response.writableFinished) onAbandoned();
    });
    const { authorization } = request.headers;
    requests.push({ path: request.url, authorization, body: await bodyOf(request) });
    if (typeof answer === 'number' || answer === undefined) response.writeHead(answer ?? 404).end();
    else if ('hangs' in answer) await stream(response, answer.hangs, false);
    else if ('body' in answer) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer.body);
    else await stream(response, answer, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    abandoned,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
