/**
 * Serves the agent to a web page that uses `useChat` of the AI SDK, and the page itself:
 *
 *     node examples/dist/ai-sdk-agent/server.js [PORT]
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { serveHttp } from '@emend/acp/node';
import { build } from 'esbuild';
import { noteAgent } from './agent.ts';

// The compiler copies no page, so that a compiled program takes it from its sources.
const folder = new URL(import.meta.url.includes('/dist/') ? '../../ai-sdk-agent/page/' : './page/', import.meta.url);
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('page.tsx', folder))],
  bundle: true,
  minify: true,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
});
const files = new Map([
  ['/', { type: 'text/html; charset=utf-8', content: await readFile(new URL('index.html', folder), 'utf8') }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', content: outputFiles[0]?.text ?? '' }],
]);

const server = createServer((request, response) => {
  const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
  response.statusCode = file === undefined ? 404 : 200;
  response.setHeader('content-type', file?.type ?? 'text/plain').end(file?.content ?? 'There is nothing here.\n');
});
await new Promise<void>((resolve) => void server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', resolve));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
const token = randomBytes(32).toString('base64url');
const agent = noteAgent(Number(process.env['NOTE_AGENT_PAUSE'] ?? 50));
const service = await serveHttp(agent, { server, authenticate: token, allowedOrigins: [origin] });
console.log(`${origin}/#token=${token}`);

process.once('SIGTERM', async () => {
  await service.drain({ grace: 0, reason: 'restart' });
  server.close();
  server.closeAllConnections();
});
