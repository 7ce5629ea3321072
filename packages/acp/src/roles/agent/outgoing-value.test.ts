import { describe, expect, test } from 'vitest';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { PermissionOption } from '../../protocol/june/generated/permission.ts';
import type { StopReason } from '../../protocol/june/generated/prompt.ts';
import { formatWarning } from '../../protocol/reading/warning.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { connect } from '../client/connect.ts';
import type { ClientEvent } from '../client/options.ts';
import { connected } from '../test-support/pair.ts';
import { agent } from './agent.ts';
import type { AgentEvent } from './event.ts';
import { forwarded } from './outgoing-value.ts';
import { serve } from './serve.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';
/** A block of a later draft, as it is read. */
const read = JSON.parse('{ "type": "picture" }') as ContentBlock;
const nothing = (): void => {};

/** What was warned of, a line each, with the method in front. */
function warningsIn(events: readonly (AgentEvent | ClientEvent)[]): string[] {
  return events.flatMap((event) =>
    event.type === 'outgoing-warning'
      ? event.warnings.map((warning) => `${event.method}: ${formatWarning(warning)}`)
      : [event.type],
  );
}

/** The warnings of one turn. */
async function warningsOf(prompt: (turn: Turn) => Promise<never | void>, serving = {}): Promise<string[]> {
  const events: AgentEvent[] = [];
  await using pair = await connected(
    { prompt },
    { requestPermission: () => 'a' },
    { onEvent: (event) => events.push(event), ...serving },
  );
  const session = await pair.client.newSession({ cwd });
  await session.prompt('go');
  return warningsIn(events);
}

describe('[RO4] a slip in what an author writes does not compile', () => {
  test('the end of a turn', () => {
    agent({ prompt: async () => 'refusal' });
    agent({ prompt: () => 'max_tokens' as const });
    agent({ prompt: async ({ text }) => (text === '' ? undefined : '_bored') });
    agent({ prompt: nothing });
    agent({ prompt: () => new Promise((resolve) => resolve('end_turn')) });
    const read: StopReason = 'of a later draft';
    agent({ prompt: async () => forwarded(read) });
    // @ts-expect-error a hyphen too many
    agent({ prompt: async () => 'end-turn' });
    // @ts-expect-error a hyphen too many
    agent({ prompt: () => 'end-turn' });
    // @ts-expect-error it may be anything
    agent({ prompt: async () => read });
    expect(forwarded(read)).toBe(read);
  });

  test('tool calls, plans and options', () => {
    // Only compiled: what is wrong here would be sent.
    const written = (turn: Turn, options: readonly PermissionOption[]) => {
      const call = turn.toolCall({ title: 't', kind: '_dance', status: 'pending' });
      void call.update({ kind: null, status: forwarded(String(turn.text)) });
      // @ts-expect-error
      turn.toolCall({ title: 't', kind: 'exicute' });
      void call.update({ name: 'Bash', status: 'cancelled' });
      // @ts-expect-error
      void call.update({ status: 'doing' });
      // @ts-expect-error what can be cancelled is said by onCancel
      void call.update({ capabilities: { cancel: {} } });
      // @ts-expect-error
      void turn.notice({ severity: 'bad', title: 't' });
      // @ts-expect-error
      void call.start({ kind: 'exicute' });
      void turn.plan([{ content: 'c', priority: '_urgent', status: 'pending' }]);
      // @ts-expect-error
      void turn.plan([{ content: 'c', priority: 'urgent', status: 'pending' }]);
      // @ts-expect-error
      void turn.plan([{ content: 'c', priority: 'high', status: 'doing' }]);
      void turn.requestPermission(call, [{ optionId: 'a', name: 'Allow', kind: 'allow_once' }]);
      // @ts-expect-error
      void turn.requestPermission(call, [{ optionId: 'a', name: 'Allow', kind: 'allow' }]);
      // @ts-expect-error
      void turn.requestPermission({ toolCallId: 'c', status: 'doing' });
      // @ts-expect-error
      void turn.requestPermission(call, options);
      void turn.requestPermission(
        call,
        options.map((option) => ({ ...option, kind: forwarded(option.kind) })),
      );
    };
    expect(written).toBeTypeOf('function');
  });
});

describe('[RO5] what the schema lets pass and the text does not is sent, and told', () => {
  test('in updates, questions and answers', async () => {
    const warnings = await warningsOf(async (turn) => {
      const call = turn.toolCall({
        title: 't',
        kind: forwarded('exicute'),
        status: forwarded('doing'),
        locations: [{ path: 'src/a.ts' }, { path: '/a.ts', line: 0 }],
      });
      await turn.plan([{ content: 'c', priority: forwarded('urgent'), status: 'pending' }]);
      await turn.message({ id: '' }).append('x');
      await turn.message().append(read);
      await turn.update({ sessionUpdate: 'weather' });
      await turn.requestPermission(call, [{ optionId: 'a', name: 'A', kind: forwarded('allow') }]);
      return 'end-turn' as never;
    });
    const own = 'is unknown; values of extensions begin with "_"';
    expect(warnings).toEqual([
      `session/update: update.kind: "exicute" ${own}`,
      `session/update: update.status: "doing" ${own}`,
      'session/update: update.locations[0].path: the path must be absolute, but is "src/a.ts"',
      'session/update: update.locations[1].line: the line is 0, but lines are counted from 1',
      `session/update: update.plan.entries[0].priority: "urgent" ${own}`,
      'session/update: update.messageId: the id is empty',
      `session/update: update.content.type: "picture" ${own}`,
      `session/update: update.sessionUpdate: "weather" ${own}`,
      `session/request_permission: options[0].kind: "allow" ${own}`,
      `the answer to session/prompt: stopReason: "end-turn" ${own}`,
    ]);
  });

  test('nothing is told of what is right, nor where values are not checked, and a listener that throws stops nothing', async () => {
    const slip = async (turn: Turn): Promise<void> => {
      turn.toolCall({ title: 't', kind: forwarded('exicute') });
    };
    const right = async (turn: Turn): Promise<void> => {
      turn.toolCall({ title: 't', kind: '_dance', locations: [{ path: 'C:\\a.ts', line: 1 }] });
      await turn.message().append('x');
    };
    const broken = (): never => {
      throw new Error('a listener');
    };
    expect(await warningsOf(right)).toEqual([]);
    expect(await warningsOf(slip, { checkOutgoing: 'never' })).toEqual([]);
    expect(await warningsOf(slip, { onEvent: broken })).toEqual([]);
  });

  test('of clients too', async () => {
    const events: ClientEvent[] = [];
    await using pair = await connected({ prompt: nothing }, { onEvent: (event) => events.push(event) });
    const session = await pair.client.newSession({ cwd });
    await session.prompt(read);
    await expect(pair.client.newSession({ cwd: 'src' })).rejects.toThrow('cwd must be an absolute path, but is "src".');
    expect(warningsIn(events)).toEqual([
      'session/prompt: prompt[0].type: "picture" is unknown; values of extensions begin with "_"',
      'session/new: cwd: the path must be absolute, but is "src"',
    ]);
  });
});

test('[RO6] an agent without a prompt, and a definition that no agent was made of, are refused with a sentence', () => {
  const needsPrompt = 'An agent needs a prompt function that runs a turn: agent({ prompt: async (turn) => { ... } })';
  for (const definition of [undefined, {}, { prompt: 'hello' }, { sessions: {} }]) {
    expect(() => agent(definition as never)).toThrow(new TypeError(needsPrompt));
  }
  for (const definition of [undefined, { prompt: nothing }]) {
    expect(() => serve(definition as never, memoryPair()[0])).toThrow(
      new TypeError(
        'The first argument of serve() must be an agent made by agent(): serve(agent({ prompt }), transport).',
      ),
    );
  }
});

test('[RO6] serving or connecting without a transport is refused with a sentence', async () => {
  for (const transport of [undefined, {}]) {
    expect(() => serve(agent({ prompt: nothing }), transport as never)).toThrow(
      new TypeError('The second argument of serve() must be a transport, for example stdio() of @emend/acp/node.'),
    );
    await expect(connect(transport as never)).rejects.toThrow(
      new TypeError('The first argument of connect() must be a transport.'),
    );
  }
});
