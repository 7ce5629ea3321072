import { performance } from 'node:perf_hooks';
import { SessionNotification } from '@emend/acp/protocol/june';
import juneSchema from '@emend/acp/protocol/schema/june.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { decoderSize } from './decoder-size.ts';
import { atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { officialValidation } from './peers/official-validation.ts';
import { valibotSchemaOf } from './peers/valibot-schema.ts';
import { zodSchemaOf } from './peers/zod-schema.ts';

/** Measures the cost of checking a received update, compared with the cost of parsing it. */
export const protocol: Bench = {
  name: 'protocol',
  about: 'What checking a received update costs, beside what parsing it costs.',
  parts: [
    async ({ quick }) => {
      const rounds = quick ? 20_000 : 200_000;
      const checks = await checkers();
      return [
        measure('agent_message_chunk', chunks(), checks, rounds),
        measure('tool_call_update with a diff', diffs(), checks, rounds),
        decoderSize(notification(chunk(0)), notification({ ...chunk(0), content: { type: 'text', text: 42 } })),
      ];
    },
  ],
};

type Check = (params: unknown) => boolean;

async function checkers(): Promise<Readonly<Record<string, Check>>> {
  const zod = zodSchemaOf(SessionNotification.shape);
  const valibot = valibotSchemaOf(SessionNotification.shape);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { $id: _, ...schema } = juneSchema;
  ajv.addSchema(schema, 'acp');
  const compiled = ajv.compile({ $ref: 'acp#/$defs/SessionNotification' });
  return {
    ours: (params) => SessionNotification.decode(params).ok,
    'zod 4': (params) => zod.safeParse(params).success,
    valibot: (params) => v.safeParse(valibot, params).success,
    ajv: (params) => compiled(params) === true,
    'official SDK': await officialValidation(),
  };
}

function measure(
  name: string,
  lines: readonly string[],
  checks: Readonly<Record<string, Check>>,
  rounds: number,
): Measure {
  const params = lines.map((line) => (JSON.parse(line) as { params: unknown }).params);
  for (const [peer, check] of Object.entries(checks)) {
    if (check({ ...(params[0] as object), sessionId: 42 })) throw new Error(`${peer} does not check what it is given`);
  }
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [peer, check] of Object.entries(checks)) {
    // Slow contestants repeat less often, so that a run does not take too long; figures are per message.
    const count = peer === 'ours' ? rounds : Math.ceil(rounds / 10);
    contestants[peer] = async () => nanosecondsEach(count, (index) => check(params[index % params.length]));
  }
  contestants['JSON.parse'] = async () =>
    nanosecondsEach(rounds, (index) => JSON.parse(lines[index % lines.length] as string) !== null);
  return { name, unit: 'ns/message', better: 'lower', goal: atMostTimes(0.1, 'JSON.parse'), contestants };
}

function nanosecondsEach(count: number, work: (index: number) => boolean): number {
  const start = performance.now();
  let done = 0;
  for (let index = 0; index < count; index++) if (work(index)) done++;
  const elapsed = performance.now() - start;
  if (done !== count) throw new Error(`${count - done} of ${count} messages were refused`);
  return (elapsed * 1e6) / count;
}

/** How many different messages there are, so that caches do not help. */
const variety = 1000;

function notification(update: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'sess_01hgw2bbg0', update } });
}

function chunks(): readonly string[] {
  return Array.from({ length: variety }, (_, index) => notification(chunk(index)));
}

function chunk(index: number): object {
  return {
    sessionUpdate: 'agent_message_chunk',
    messageId: `msg_${index % 10}`,
    content: { type: 'text', text: ` token ${index}` },
  };
}

function diffs(): readonly string[] {
  const oldText = Array.from({ length: 12 }, (_, line) => `const value${line} = compute(${line});`).join('\n');
  return Array.from({ length: variety }, (_, index) =>
    notification({
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index}`,
      title: `Editing file ${index}`,
      kind: 'edit',
      status: 'completed',
      content: [{ type: 'diff', path: `/project/src/file${index}.ts`, oldText, newText: `${oldText}\n// ${index}` }],
      locations: [{ path: `/project/src/file${index}.ts`, line: index + 1 }],
    }),
  );
}
