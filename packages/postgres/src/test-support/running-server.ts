import { afterAll } from 'vitest';
import { startServer, type TestServer } from './server.ts';

const started = await startServer();
if (typeof started === 'string') process.stderr.write(`Tests on PostgreSQL are skipped: ${started}\n`);

/** The server of this test file, stopped after its last test; undefined where there can be none. */
export const server: TestServer | undefined = typeof started === 'string' ? undefined : started;

afterAll(() => server?.stop());
