import { performance } from 'node:perf_hooks';
import type { TypeReader } from '@emend/acp/protocol';
import { SessionNotification } from '@emend/acp/protocol/june';
import { UpdateSessionNotification } from '@emend/acp/protocol/november';
import juneSchema from '@emend/acp/protocol/schema/june.json' with { type: 'json' };
import novemberSchema from '@emend/acp/protocol/schema/november.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { decoderSize } from './decoder-size.ts';
import { atMostTimes, type Goal } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { officialV1Validation, officialV2Validation } from './peers/official-validation.ts';
import { valibotSchemaOf } from './peers/valibot-schema.ts';
import { zodSchemaOf } from './peers/zod-schema.ts';

/** Measures the cost of checking a received update, compared with the cost of parsing it. */
export const protocol: Bench = {
  name: 'protocol',
  about: 'What checking a received update costs, beside what parsing it costs.',
  parts: [
    async () => {
      const checks = checkers(SessionNotification, juneSchema, await officialV1Validation());
      const goal = atMostTimes(0.1, 'JSON.parse');
      return [
        measure('agent_message_chunk', chunks(), checks, goal),
        measure('tool_call_update with a diff', diffs(diff), checks, goal),
        decoderSize(notification(chunk(0)), notification({ ...chunk(0), content: { type: 'text', text: 42 } })),
      ];
    },
    async () => {
      const checks = checkers(UpdateSessionNotification, novemberSchema, await officialV2Validation());
      const goal = atMostTimes(0.05, 'JSON.parse');
      return [
        measure('November: agent_message_chunk', chunks(), checks, goal),
        measure('November: tool_call_update with a diff', diffs(novemberDiff), checks, goal),
      ];
    },
  ],
};

/** How many messages our reader checks in a round. */
const rounds = 200_000;

/** By how much the rounds of a contestant are divided; by 10 if it is not named. */
const share: Readonly<Record<string, number>> = { ours: 1, 'official SDK': 100 };

type Check = (params: unknown) => boolean;

/** Returns the contestants for the notification of a draft, by its reader, the JSON Schema of the draft and the check of the SDK. */
function checkers(
  reader: TypeReader<unknown>,
  jsonSchema: { readonly $id?: string },
  official: Check,
): Readonly<Record<string, Check>> {
  const zod = zodSchemaOf(reader.shape);
  const valibot = valibotSchemaOf(reader.shape);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { $id: _, ...schema } = jsonSchema;
  ajv.addSchema(schema, 'acp');
  const compiled = ajv.compile({ $ref: `acp#/$defs/${reader.name}` });
  return {
    ours: (params) => reader.decode(params).ok,
    'zod 4': (params) => zod.safeParse(params).success,
    valibot: (params) => v.safeParse(valibot, params).success,
    ajv: (params) => compiled(params) === true,
    'official SDK': official,
  };
}

function measure(name: string, lines: readonly string[], checks: Readonly<Record<string, Check>>, goal: Goal): Measure {
  const params = lines.map((line) => (JSON.parse(line) as { params: unknown }).params);
  for (const [peer, check] of Object.entries(checks)) {
    if (check({ ...(params[0] as object), sessionId: 42 })) throw new Error(`${peer} does not check what it is given`);
  }
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [peer, check] of Object.entries(checks)) {
    // Slow contestants repeat less often, so that a run does not take too long; figures are per message.
    const count = Math.ceil(rounds / (share[peer] ?? 10));
    contestants[peer] = async () => nanosecondsEach(count, (index) => check(params[index % params.length]));
  }
  contestants['JSON.parse'] = async () =>
    nanosecondsEach(rounds, (index) => JSON.parse(lines[index % lines.length] as string) !== null);
  return { name, unit: 'ns/message', better: 'lower', goal, contestants };
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

const lines = Array.from({ length: 12 }, (_, line) => `const value${line} = compute(${line});`);

/** A line more at the end of a file, as June has it. */
function diff(index: number): object {
  const oldText = lines.join('\n');
  return { type: 'diff', path: `/project/src/file${index}.ts`, oldText, newText: `${oldText}\n// ${index}` };
}

/** The same change as November has it. */
function novemberDiff(index: number): object {
  const path = `/project/src/file${index}.ts`;
  const context = lines.map((line) => ` ${line}\n`).join('');
  const name = path.slice(1);
  const head = `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,12 +1,13 @@\n`;
  const patch = { format: 'git_patch', text: `${head}${context}+// ${index}\n` };
  return { type: 'diff', changes: [{ operation: 'modify', path, fileType: 'text' }], patch };
}

function diffs(content: (index: number) => object): readonly string[] {
  return Array.from({ length: variety }, (_, index) =>
    notification({
      sessionUpdate: 'tool_call_update',
      toolCallId: `call_${index}`,
      title: `Editing file ${index}`,
      kind: 'edit',
      status: 'completed',
      content: [content(index)],
      locations: [{ path: `/project/src/file${index}.ts`, line: index + 1 }],
    }),
  );
}
