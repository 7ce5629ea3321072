import { FrameQueue } from '../transport/frame-queue.ts';
import { LineWriter } from '../transport/line-writer.ts';
import type { Transport } from '../transport/transport.ts';
import type { LineOptions } from '../transport/web-streams.ts';
import { readFrames } from './node-streams.ts';

/** What the standard streams of an agent can be told. */
export interface StdioOptions extends LineOptions {
  /**
   * What becomes of text that anything else in this process prints to standard output, `console.log` included: it goes to
   * standard error (`stderr`), or out among the messages (`stdout`), which only suits programs that print nothing (A36).
   */
  readonly strayOutput?: 'stderr' | 'stdout';
}

/** The transport of an agent: frames come in on standard input and go out on standard output. */
export function stdio(options: StdioOptions = {}): Transport {
  const { stdin, stdout } = process;
  const write = stdout.write.bind(stdout);
  const unguard = options.strayOutput === 'stdout' ? () => {} : sendStrayOutputToStderr();
  const queue = new FrameQueue(() => {
    if (stdin.isPaused()) stdin.resume();
  });
  readFrames(stdin, queue, options).then(
    () => queue.end(),
    (cause: unknown) => queue.fail(cause),
  );
  const lines = new LineWriter(
    (text) =>
      new Promise((resolve, reject) => {
        write(text, 'utf8', (error) => (error ? reject(error) : resolve()));
      }),
    options.highWater,
  );
  const onError = (cause: Error) => queue.fail(cause);
  stdout.on('error', onError);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await lines.end().catch(() => {});
    unguard();
    queue.end();
    // Standard input would keep the process alive; standard output is the process's own to close.
    stdin.destroy();
  }

  return {
    send: (frame) => lines.send(frame),
    frames: queue,
    close() {
      closing ??= close();
      return closing;
    },
    abort() {
      lines.abort();
      closing ??= close();
    },
  };
}

function unread(): void {}

/** Has everything that is written to standard output go to standard error; returns the way back. */
function sendStrayOutputToStderr(): () => void {
  const { stdout, stderr } = process;
  // What is printed must not end the agent when the client that read it has gone; it stays when the transport is closed, for turns that
  // go on without a client.
  if (!stderr.listeners('error').includes(unread)) stderr.on('error', unread);
  const original = stdout.write;
  const redirected = stderr.write.bind(stderr) as typeof stdout.write;
  stdout.write = redirected;
  return () => {
    // Somebody may have wrapped it after us, and must not be undone.
    if (stdout.write === redirected) stdout.write = original;
  };
}
