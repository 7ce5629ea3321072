/**
 * Serves an agent to a web page, and the page itself:
 *
 *     node examples/dist/web-agent/server.js [--port NUMBER] [--log FILE] [--address URL]...
 *
 * `--log` keeps the sessions in a file of SQLite; without it they are gone when the program ends. `--address` is another
 * address by which browsers reach the page, such as that of a proxy. The token of WEB_AGENT_TOKEN is used, or a new one.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { MemoryLog } from '@emend/acp/log';
import { serveHttp } from '@emend/acp/node';
import { openSqliteLog } from '@emend/sqlite';
import { shopAgent } from './agent.ts';
import { pageFiles } from './page-files.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    log: { type: 'string' },
    address: { type: 'string', multiple: true, default: [] },
  },
});
const token = process.env['WEB_AGENT_TOKEN'] ?? randomBytes(32).toString('base64url');
const pause = Number(process.env['WEB_AGENT_PAUSE'] ?? 30);

const log = values.log === undefined ? new MemoryLog() : await openSqliteLog(values.log);
const files = await pageFiles();
const server = createServer((request, response) => {
  const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
  response.statusCode = file === undefined ? 404 : 200;
  // The page loads nothing from elsewhere, and no other page may show it in a frame.
  const policy = "default-src 'self'; img-src data:; frame-ancestors 'none'";
  response.setHeader('content-security-policy', policy).setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', file?.type ?? 'text/plain').end(file?.content ?? 'There is nothing here.\n');
});
await new Promise<void>((resolve) => {
  server.once('error', ({ message }) => {
    console.error(`web-agent: ${message}`);
    process.exit(1);
  });
  server.listen(Number(values.port), '127.0.0.1', resolve);
});
const address = server.address();
const port = typeof address === 'object' ? address?.port : undefined;

const addresses = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, ...values.address];
const service = await serveHttp(shopAgent(log, pause), {
  server,
  authenticate: token,
  // A browser tells which page a request comes from: only ours may use the agent.
  allowedOrigins: addresses.map((each) => new URL(each).origin),
  hostNames: values.address.map((each) => new URL(each).host),
});
console.log(`http://127.0.0.1:${port}/#token=${token}`);

// Running turns have five seconds to finish. Pages come back by themselves when the program runs again.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await service.drain({ grace: 5_000, reason: 'restart' });
    server.close();
    server.closeAllConnections();
    if ('close' in log) await log.close();
  });
