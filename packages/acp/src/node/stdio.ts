import type { Transport } from '../transport/transport.ts';
import type { LineOptions } from '../transport/web-streams.ts';
import { lineTransport } from './node-streams.ts';

/** Options of the stdio transport. */
export interface StdioOptions extends LineOptions {
  /**
   * Where text goes that other code in this process prints to standard output, for example by `console.log`: to standard error
   * (`stderr`, the default), or to standard output among the messages (`stdout`).
   */
  readonly strayOutput?: 'stderr' | 'stdout';
}

/** Returns the transport of an agent: frames are read from standard input and written to standard output. */
export function stdio(options: StdioOptions = {}): Transport {
  const { stdin, stdout } = process;
  const write = stdout.write.bind(stdout);
  const restore = options.strayOutput === 'stdout' ? () => {} : sendStrayOutputToStderr();
  // Standard input is destroyed at the end, or it would keep the process alive; standard output belongs to the process.
  return lineTransport({ readable: stdin, writable: stdout }, options, { write, end: restore, abort: restore });
}

function ignored(): void {}

/** Redirects everything that is written to standard output to standard error; returns a function that undoes it. */
function sendStrayOutputToStderr(): () => void {
  const { stdout, stderr } = process;
  // Printing must not end the agent when the client that read it has gone. The listener stays after the transport is closed, for turns
  // that go on without a client.
  if (!stderr.listeners('error').includes(ignored)) stderr.on('error', ignored);
  const original = stdout.write;
  const redirected = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.write = redirected;
  return () => {
    // Other code may have wrapped it since, and must not be undone.
    if (stdout.write === redirected) stdout.write = original;
  };
}
