import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { LogEvent } from '@emend/acp/log';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { chunk, lastingLog } from './scratch-log.ts';
import { standsIn } from './traces.ts';

/** More than there are rounds. */
const secretCount = 20;

/** How long a secret may stay before the measure gives up, in milliseconds. */
const patience = 30_000;

/** Measures how soon after a redaction is acknowledged the secret is gone from all files, in a session with `entries` entries. */
export async function erasing(entries: number): Promise<Measure> {
  const { opened, folder } = await lastingLog();
  const secrets = Array.from({ length: secretCount }, (_, index) => ({
    messageId: `secret_${index}`,
    text: randomBytes(24).toString('hex'),
  }));
  const spacing = Math.floor(entries / secretCount);
  const events = Array.from({ length: entries }, (_, at) => {
    const secret = at % spacing === 0 ? secrets[at / spacing] : undefined;
    return secret === undefined ? chunk(at >> 6, at) : said(secret);
  });
  let expected = await opened.append('s', events, { expected: 0, at: 0 });
  // Opening a log starts a scrub, which must not be the one that is measured.
  await opened.scrubbed();
  const ours = async () => {
    const secret = secrets.pop();
    if (secret === undefined) throw new Error('there are more rounds than secrets');
    const redact = async () => {
      expected = await opened.append('s', [redacted(secret)], { expected, at: 1 });
    };
    return untilErased(folder, secret.text, redact, patience);
  };
  return {
    name: `from a redaction's answer until the secret is in no file, after ${entries.toLocaleString('en-US')} entries`,
    unit: 'ms',
    better: 'lower',
    goal: atMost(1_000, ' ms'),
    contestants: { ours },
  };
}

/** Returns the milliseconds from the end of a redaction until the secret is in no file of a folder. */
export async function untilErased(
  folder: string,
  secret: string,
  redact: () => Promise<void>,
  limit: number,
): Promise<number> {
  if ((await standsIn(folder, secret)).length === 0) throw new Error('the secret was never in the files');
  await redact();
  const start = performance.now();
  while (true) {
    const places = await standsIn(folder, secret);
    const taken = performance.now() - start;
    if (places.length === 0) return taken;
    if (taken > limit) throw new Error(`the secret still stands in ${places.join(', ')} after ${Math.round(taken)} ms`);
  }
}

/** A message that is redacted later. */
interface Secret {
  readonly messageId: string;
  readonly text: string;
}

const said = ({ messageId, text }: Secret): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    messageId,
    content: { type: 'text', text },
  },
});

const redacted = ({ messageId }: Secret): LogEvent => ({
  type: 'update',
  update: {
    sessionUpdate: 'agent_message',
    messageId,
    content: [{ type: 'text', text: '[redacted]' }],
  },
});
