import fc from 'fast-check';

/** A step of a random conversation of a v1 client with a v2 agent. */
export type Step =
  | { readonly do: 'update'; readonly update: object }
  | { readonly do: 'permission'; readonly toolCall: object; readonly options: readonly object[] }
  | { readonly do: 'prompt'; readonly blocks: readonly object[] }
  | { readonly do: 'end'; readonly stopReason: string }
  | { readonly do: 'flush' };

const some = <T>(value: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq });

function record<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

const meta = fc.oneof(
  fc.constant(null),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 2 }), { maxKeys: 2 }),
);
/** What rides on a chunk: keys of its own, and now and then one that a message uses as well. */
const chunkMeta = fc.constantFrom(null, {}, { c: 1 }, { c: 2, d: 1 }, { a: 9 });
const text = fc.constantFrom('', 'a', 'b', 'ab', 'abc', 'abcd', 'x');
const plain = text.map((value) => ({ type: 'text', text: value }));
const block: fc.Arbitrary<object> = fc.oneof(
  { weight: 12, arbitrary: plain },
  { weight: 1, arbitrary: fc.constant({ type: 'image', data: 'AA==', mimeType: 'image/png' }) },
  { weight: 1, arbitrary: fc.constant({ type: '_chart', points: [1, 2] }) },
  { weight: 1, arbitrary: fc.constant({ type: 'text', text: 'm', _meta: { own: 1 } }) },
  {
    weight: 1,
    arbitrary: fc
      .subarray(['user', 'assistant', '_auditor'])
      .map((audience) => ({ type: 'text', text: 'r', annotations: { audience } })),
  },
);

const kinds = ['user', 'agent', 'thought'] as const;
const tags = { user: 'user_message', agent: 'agent_message', thought: 'agent_thought' } as const;
const messageOf = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc
      .oneof(
        { weight: 9, arbitrary: fc.constantFrom(`${kind[0]}1`, `${kind[0]}2`) },
        { weight: 1, arbitrary: fc.constant('both') },
      )
      .map((messageId) => ({ kind, messageId })),
  );

const chunk = fc
  .record({ of: messageOf, content: block, _meta: some(chunkMeta, 5) })
  .map(({ of, content, _meta }) =>
    record({ sessionUpdate: `${tags[of.kind]}_chunk`, messageId: of.messageId, content, _meta }),
  );
const whole = fc
  .record({
    of: messageOf,
    content: some(
      fc.oneof(
        { weight: 1, arbitrary: fc.constant(null) },
        { weight: 6, arbitrary: fc.array(block, { maxLength: 3 }) },
      ),
      4,
    ),
    _meta: some(meta, 4),
  })
  .map(({ of, content, _meta }) => record({ sessionUpdate: tags[of.kind], messageId: of.messageId, content, _meta }));
const cleared = fc
  .record({ kind: fc.constantFrom('agent', 'thought'), number: some(fc.constantFrom(1, 2)) })
  .map(({ kind, number }) =>
    record({
      sessionUpdate: `agent_${kind === 'agent' ? 'message' : 'thought'}_clear`,
      messageId: number && `${kind[0]}${number}`,
    }),
  );

const item: fc.Arbitrary<object> = fc.oneof(
  { weight: 5, arbitrary: block.map((content) => ({ type: 'content', content })) },
  { weight: 1, arbitrary: fc.constant({ type: 'diff', path: '/f', oldText: null, newText: 'n' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'terminal', terminalId: 't' }) },
);
const toolCallId = fc.constantFrom('c1', 'c2', 'c3');
const orNull = <T>(value: fc.Arbitrary<T>) =>
  some(fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }), 2);
const toolFields = fc
  .record({
    toolCallId,
    title: orNull(fc.constantFrom('Read', 'Write', '')),
    kind: orNull(fc.constantFrom('read', 'edit', 'other', '_draw', 'paint')),
    status: orNull(fc.constantFrom('pending', 'in_progress', 'completed', 'failed', '_paused', 'cancelled')),
    content: orNull(fc.array(item, { maxLength: 3 })),
    locations: orNull(fc.array(fc.constantFrom({ path: '/a' }, { path: '/b', line: 3 }), { maxLength: 2 })),
    rawInput: orNull(fc.constantFrom(1, 'raw', { a: [] })),
    rawOutput: orNull(fc.constantFrom(2, { b: 1 })),
    _meta: some(meta, 5),
  })
  .map(record);
const toolUpdate = toolFields.map((fields) => ({ sessionUpdate: 'tool_call_update', ...fields }));
const toolChunk = fc
  .record({ toolCallId, content: item, _meta: some(meta, 6) })
  .map((fields) => record({ sessionUpdate: 'tool_call_content_chunk', ...fields }));

const entry = fc
  .record({
    content: fc.constantFrom('one', 'two', 'three'),
    priority: fc.constantFrom('high', 'low', '_urgent'),
    status: fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled'),
  })
  .map(record);
const plan = fc
  .record({
    plan: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          type: fc.constant('items'),
          id: fc.constantFrom('main', 'p2'),
          entries: fc.array(entry, { maxLength: 3 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('_graph'), id: fc.constantFrom('main', 'p3') }) },
    ),
  })
  .map((fields) => ({ sessionUpdate: 'plan_update', ...fields }));

const commands = fc
  .array(
    fc.constantFrom(
      { name: 'a', description: 'A', input: { hint: 'h' } },
      { name: 'b', description: 'B', input: { type: '_form', fields: 1 } },
    ),
    { maxLength: 2 },
  )
  .map((availableCommands) => ({ sessionUpdate: 'available_commands_update', availableCommands }));
const modeOption = fc.constantFrom('ask', 'code').map((currentValue) => ({
  id: 'm',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue,
  options: [
    { value: 'ask', name: 'Ask' },
    { value: 'code', name: 'Code' },
  ],
}));
const configOptions = fc
  .tuple(fc.boolean(), modeOption, fc.boolean())
  .map(([hasMode, mode, hasToggle]) => [
    ...(hasMode ? [mode] : []),
    ...(hasToggle ? [{ id: 't', name: 'T', type: '_toggle', on: true }] : []),
  ]);
const options = configOptions.map((list) => ({ sessionUpdate: 'config_option_update', configOptions: list }));
const others = fc.oneof(
  fc
    .record({ title: orNull(fc.constantFrom('T', 'U')) })
    .map((fields) => record({ sessionUpdate: 'session_info_update', ...fields })),
  fc.constant({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
  fc.constant({ sessionUpdate: '_note', value: 1 }),
);

const update: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 12, arbitrary: chunk },
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: cleared },
    { weight: 6, arbitrary: toolUpdate },
    { weight: 8, arbitrary: toolChunk },
    { weight: 3, arbitrary: plan },
    { weight: 1, arbitrary: commands },
    { weight: 2, arbitrary: options },
    { weight: 2, arbitrary: others },
  )
  .map((value) => ({ do: 'update', update: value }));
const permission: fc.Arbitrary<Step> = fc
  .record({
    toolCall: toolFields,
    options: fc.array(
      fc.constantFrom(
        { optionId: 'y', name: 'Yes', kind: 'allow_once' },
        { optionId: 'z', name: 'Maybe', kind: '_maybe' },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map((fields) => ({ do: 'permission', ...fields }));

/** Random conversations of a v1 client with a v2 agent, with everything v2 can say. */
export const v2Streams: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: update },
    { weight: 2, arbitrary: permission },
    {
      weight: 1,
      arbitrary: fc.array(plain, { minLength: 1, maxLength: 2 }).map((blocks): Step => ({ do: 'prompt', blocks })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('end_turn', '_tired').map((stopReason): Step => ({ do: 'end', stopReason })),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'flush' }) },
  ),
  { maxLength: 40, size: 'max' },
);
