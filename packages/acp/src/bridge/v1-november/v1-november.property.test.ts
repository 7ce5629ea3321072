import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import { officialSchema } from '../../protocol/test-support/official-schemas.ts';
import { fileChanges } from '../../session/file-changes.ts';
import { type FoldedSession, foldedSession } from '../../session/folded.ts';
import { readUpdate } from '../../session/read-update.ts';
import { applyEvents } from '../../session/reduce/apply.ts';
import { newSessionState } from '../../session/state.ts';
import { type Json, object } from '../test-support/json.ts';
import { talk } from '../test-support/talk.ts';
import { type Step, v1Streams } from '../test-support/v1-streams.ts';

const { schema } = officialSchema('november');
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const { $id: _, ...document } = schema;
ajv.addSchema(document, 'acp');
const validators = new Map<string, (value: unknown) => unknown>();

/** Returns what the official schema says against a value. */
function faults(name: string, value: unknown): unknown {
  let validate = validators.get(name);
  if (validate === undefined) {
    const compiled = ajv.compile({ $ref: `acp#/$defs/${name}` });
    validate = (each) => (compiled(each) ? undefined : compiled.errors);
    validators.set(name, validate);
  }
  return validate(value);
}

const terminalId = fc.constantFrom('c1', 't1', 't2');
const toolCallId = fc.constantFrom('c1', 'c2');
const data = fc.constantFrom('', 'out', 'é\n', '\ud83d', '\ude00');
const news = fc.oneof(
  terminalId.map((terminal_id) => ({ terminal_info: { terminal_id, cwd: '/w' } })),
  fc.record({ terminal_id: terminalId, data }).map((output) => ({ terminal_output: output })),
  data.map((text) => ({ terminal_output_delta: { data: text } })),
  fc
    .record({ terminal_id: terminalId, exit_code: fc.constantFrom(0, 1, null) })
    .map((exit) => ({ terminal_exit: exit })),
);
const web = (currentValue: boolean) => ({ type: 'boolean', id: 'web', name: 'Web', currentValue });

/** What v1 has today beyond the streams of the other tests. */
const extra: fc.Arbitrary<object> = fc.oneof(
  fc.constant({ sessionUpdate: 'notice', severity: 'info', title: 'N' }),
  fc
    .constantFrom('in_progress', 'completed')
    .map((status) => ({ sessionUpdate: 'compaction_update', compactionId: 'k', status })),
  fc.constant({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: { type: 'text', text: 's' } }),
  fc
    .record({ toolCallId, name: fc.constantFrom('Bash', 'Edit') })
    .map((fields) => ({ sessionUpdate: 'tool_call_update', ...fields })),
  fc.record({ toolCallId, _meta: news }).map((fields) => ({ sessionUpdate: 'tool_call_update', ...fields })),
  fc.boolean().map((isOn) => ({ sessionUpdate: 'config_option_update', configOptions: [web(isOn)] })),
);

/** A message of the person without text may be the beginning of an echo, and waits to be one. */
function isEmptyMessage(step: Step): boolean {
  const { sessionUpdate, content } = object(step.do === 'update' ? step.update : undefined);
  return sessionUpdate === 'user_message_chunk' && object(content)['text'] === '';
}

/** Random conversations of a client with a v1 agent of today. */
const streams = fc.tuple(v1Streams, fc.array(fc.tuple(fc.nat(40), extra), { maxLength: 12 })).map(([steps, extras]) => {
  const all = [...steps];
  for (const [at, update] of extras) all.splice(Math.min(at, all.length), 0, { do: 'update', update });
  return all.filter((step) => !isEmptyMessage(step));
});

/** Lets a client of a draft of v2 have the conversation; gives everything it gets. */
function had(client: Dialect, steps: readonly Step[]): Json[] {
  const { ask, answer, fromAgent, fromClient, end, seen } = talk({ client, agent: 'v1' });
  const who = { name: 'c', version: '1' };
  ask('init', 'initialize', { protocolVersion: 2, info: who, clientInfo: who, capabilities: {} });
  answer('init', { protocolVersion: 1, agentInfo: who, agentCapabilities: {} });
  ask('new', 'session/new', { cwd: '/', mcpServers: [] });
  answer('new', { sessionId: 's', modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] } });
  let prompts = 0;
  let open = 0;
  for (const [index, step] of steps.entries()) {
    if (step.do === 'update') {
      fromAgent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: step.update } });
    } else if (step.do === 'permission') {
      const params = {
        sessionId: 's',
        toolCall: step.toolCall,
        options: [{ optionId: 'y', name: 'Y', kind: 'allow_once' }],
      };
      fromAgent({ jsonrpc: '2.0', id: index, method: 'session/request_permission', params });
      const outcome = { outcome: 'selected', optionId: 'y' };
      fromClient({ jsonrpc: '2.0', id: index, result: { outcome } });
    } else if (step.do === 'prompt' && open === 0) {
      prompts += 1;
      open = 1;
      ask(`p${prompts}`, 'session/prompt', { sessionId: 's', prompt: step.blocks });
    } else if (step.do === 'end' && open === 1) {
      open = 0;
      answer(`p${prompts}`, { stopReason: 'end_turn' });
    }
  }
  if (open === 1) answer(`p${prompts}`, { stopReason: 'end_turn' });
  end();
  return seen.client.map(object);
}

const results: Readonly<Record<string, string>> = {
  i: 'InitializeResponse',
  n: 'NewSessionResponse',
  p: 'PromptResponse',
};

test('[BR125] [N120] whatever a v1 agent of today sends, a November client gets valid November, strictly', () => {
  fc.assert(
    fc.property(streams, (steps) => {
      for (const message of had('november', steps)) {
        const { id, method, params, result } = message;
        const name =
          method === 'session/update'
            ? 'UpdateSessionNotification'
            : method === 'session/request_permission'
              ? 'RequestPermissionRequest'
              : results[String(id).slice(0, 1)];
        expect(name).toBeDefined();
        expect([message, faults(String(name), params ?? result)]).toEqual([message, undefined]);
      }
    }),
    { numRuns: counts({ short: 60, long: 750 }) },
  );
});

function folded(dialect: 'june' | 'november', messages: readonly Json[]): FoldedSession {
  const updates = messages.flatMap(({ method, params }): unknown[] => {
    if (method === 'session/update') return [object(params)['update']];
    if (method !== 'session/request_permission') return [];
    // The tool call of a question is an update of it.
    const asked = dialect === 'june' ? params : object(params)['subject'];
    return [{ sessionUpdate: 'tool_call_update', ...object(object(asked)['toolCall']) }];
  });
  const events = updates.map((update) => readUpdate(update, undefined, 'strict', dialect));
  return foldedSession(applyEvents(newSessionState(), events));
}

/** What is left of `_meta` without what only one of the two has in it. */
function metaOf(meta: unknown): Json | undefined {
  const own = Object.entries(object(meta)).filter(([key]) => !/^(emend\/name|terminal_)/.test(key));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

/** Tool content without terminals, in words that both drafts have. */
function contentOf(content: FoldedSession['toolCalls'][number]['content']): unknown[] {
  return content.flatMap((item): unknown[] => {
    if (item.type === 'terminal' || object(object(item)['_meta'])['emend/terminal'] !== undefined) return [];
    if (item.type !== 'diff') return [item];
    return fileChanges(item as Parameters<typeof fileChanges>[0]).changes.map(({ path, operation }) => ({
      path,
      operation,
    }));
  });
}

function namesIn({ toolCalls }: FoldedSession): Json {
  return Object.fromEntries(toolCalls.flatMap(({ toolCallId: id, name }) => (name === undefined ? [] : [[id, name]])));
}

/** The last name that the agent told of each tool call. */
function toldNames(steps: readonly Step[]): Json {
  const names: Json = {};
  for (const step of steps) {
    const { toolCallId: id, name } = object(step.do === 'update' ? step.update : undefined);
    if (typeof name === 'string') names[String(id)] = name;
  }
  return names;
}

/** The tool calls that show or report terminals, which are text in June: it replaces content and `_meta` of theirs. */
function withTerminals(steps: readonly Step[]): ReadonlySet<unknown> {
  const told = steps.map((step) =>
    object(step.do === 'update' ? step.update : step.do === 'permission' && step.toolCall),
  );
  const has = ({ content, _meta }: Json) =>
    Object.keys(object(_meta)).some((key) => key.startsWith('terminal_')) ||
    (Array.isArray(content) && content.some((item) => object(item)['type'] === 'terminal'));
  return new Set(told.filter(has).map((call) => call['toolCallId']));
}

/** What both drafts hold. */
function held(session: FoldedSession, apart: ReadonlySet<unknown>): object {
  const { messages, toolCalls, plans, configOptions, availableCommands, info, usage } = session;
  return {
    // The prompt is a message in November only.
    messages: messages.filter(({ messageId }) => !messageId.startsWith('emend-p')),
    toolCalls: toolCalls.map(({ name: _, _meta, content, ...rest }) => ({
      ...rest,
      ...(apart.has(rest.toolCallId) ? {} : { _meta: metaOf(_meta), content: contentOf(content) }),
    })),
    plans,
    configOptions,
    availableCommands,
    info,
    usage,
  };
}

test('[BR125] a November client ends with what a June client knows of the same v1 agent, where both can hold it', () => {
  fc.assert(
    fc.property(streams, (steps) => {
      const november = folded('november', had('november', steps));
      const june = folded('june', had('june', steps));
      const apart = withTerminals(steps);
      expect(held(november, apart)).toEqual(held(june, apart));
      expect(namesIn(november)).toEqual(toldNames(steps));
      expect(november.diagnostics.filter(({ code }) => code === 'malformed')).toEqual([]);
    }),
    { numRuns: counts({ short: 60, long: 750 }) },
  );
});
