import fc from 'fast-check';

/** A step of a random conversation of a client with a v1 agent. */
export type Step =
  | { readonly do: 'update'; readonly update: object }
  | { readonly do: 'permission'; readonly toolCall: object }
  | { readonly do: 'prompt'; readonly blocks: readonly object[] }
  | { readonly do: 'end' }
  | { readonly do: 'setMode'; readonly modeId: string };

const some = <T>(value: fc.Arbitrary<T>, freq = 2): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq });
const orNull = <T>(value: fc.Arbitrary<T>) =>
  some(fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }));

function record<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

const plain = fc.constantFrom('', 'a', 'b', 'hello').map((text) => ({ type: 'text', text }));
const block: fc.Arbitrary<object> = fc.oneof(
  { weight: 8, arbitrary: plain },
  { weight: 1, arbitrary: fc.constant({ type: 'image', data: 'AA==', mimeType: 'image/png' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'text', text: 'm', annotations: { audience: ['user'] } }) },
);

function chunks(ids: fc.Arbitrary<string | null | undefined>) {
  return fc
    .record({ kind: fc.constantFrom('user_message', 'agent_message', 'agent_thought'), messageId: ids, content: block })
    .map(({ kind, ...fields }) => record({ sessionUpdate: `${kind}_chunk`, ...fields }));
}

const item: fc.Arbitrary<object> = fc.oneof(
  { weight: 4, arbitrary: block.map((content) => ({ type: 'content', content })) },
  { weight: 1, arbitrary: fc.constant({ type: 'diff', path: '/f', newText: 'n' }) },
);
const terminal = fc.constant({ type: 'terminal', terminalId: 't1' });
const toolCallId = fc.constantFrom('c1', 'c2', 'c3');
const optional = {
  kind: fc.constantFrom('read', 'edit', 'other'),
  status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed'),
  locations: fc.array(fc.constantFrom({ path: '/a' }, { path: '/b', line: 1 }), { maxLength: 2 }),
  rawInput: fc.constantFrom<unknown[]>(1, {}, { a: 1 }),
  rawOutput: fc.constantFrom<unknown[]>('out', []),
  _meta: fc.constantFrom({}, { k: 1 }),
};

function toolCalls(content: fc.Arbitrary<object>) {
  const items = fc.array(content, { maxLength: 2 });
  const created = fc
    .record({
      toolCallId,
      title: fc.constantFrom('Read', 'Write', ''),
      kind: some(optional.kind),
      status: some(optional.status),
      content: some(items),
      locations: some(optional.locations),
      rawInput: some(optional.rawInput),
      rawOutput: some(optional.rawOutput),
      _meta: some(optional._meta, 4),
    })
    .map((fields) => record({ sessionUpdate: 'tool_call', ...fields }));
  const changed = fc
    .record({
      toolCallId,
      title: orNull(fc.constantFrom('Read', 'Write')),
      kind: orNull(optional.kind),
      status: orNull(optional.status),
      content: orNull(items),
      locations: orNull(optional.locations),
      rawInput: orNull(optional.rawInput),
      rawOutput: orNull(optional.rawOutput),
      _meta: some(fc.oneof(fc.constant(null), optional._meta), 4),
    })
    .map(record);
  return { created, changed };
}

const entry = fc.record({
  content: fc.constantFrom('one', 'two'),
  priority: fc.constantFrom('high', 'low'),
  status: fc.constantFrom('pending', 'completed'),
});
const others: fc.Arbitrary<object> = fc.oneof(
  fc.array(entry, { maxLength: 3 }).map((entries) => ({ sessionUpdate: 'plan', entries })),
  fc.constantFrom('ask', 'code').map((currentModeId) => ({ sessionUpdate: 'current_mode_update', currentModeId })),
  fc.constantFrom('small', 'large').map((currentValue) => ({
    sessionUpdate: 'config_option_update',
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        category: 'model',
        type: 'select',
        currentValue,
        options: [
          { value: 'small', name: 'S' },
          { value: 'large', name: 'L' },
        ],
      },
    ],
  })),
  fc.constant({
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: 'a', description: 'A', input: { hint: 'h' } }],
  }),
  fc.constantFrom('T', null).map((title) => ({ sessionUpdate: 'session_info_update', title })),
  fc.constant({ sessionUpdate: 'usage_update', used: 1, size: 2 }),
);

function streams(parts: {
  readonly chunk: fc.Arbitrary<object>;
  readonly tools: ReturnType<typeof toolCalls>;
  readonly clear?: fc.Arbitrary<object>;
}): fc.Arbitrary<readonly Step[]> {
  const updates = fc
    .oneof(
      { weight: 14, arbitrary: parts.chunk },
      { weight: 4, arbitrary: parts.tools.created },
      { weight: 5, arbitrary: parts.tools.changed.map((fields) => ({ sessionUpdate: 'tool_call_update', ...fields })) },
      { weight: 5, arbitrary: others },
      { weight: parts.clear === undefined ? 0 : 1, arbitrary: parts.clear ?? fc.constant({}) },
    )
    .map((update): Step => ({ do: 'update', update }));
  return fc.array(
    fc.oneof(
      { weight: 25, arbitrary: updates },
      { weight: 2, arbitrary: parts.tools.changed.map((toolCall): Step => ({ do: 'permission', toolCall })) },
      {
        weight: 2,
        arbitrary: fc.constant([{ type: 'text', text: 'Please' }]).map((blocks): Step => ({ do: 'prompt', blocks })),
      },
      { weight: 2, arbitrary: fc.constant<Step>({ do: 'end' }) },
      { weight: 1, arbitrary: fc.constantFrom('ask', 'code').map((modeId): Step => ({ do: 'setMode', modeId })) },
    ),
    { maxLength: 40, size: 'max' },
  );
}

const clear = fc
  .record({ kind: fc.constantFrom('message', 'thought'), messageId: some(fc.constantFrom('n1', 'n2')) })
  .map(({ kind, messageId }) => record({ sessionUpdate: `agent_${kind}_clear`, messageId }));

/** Conversations with a v1 agent that does all that real ones do: chunks with and without ids, one id for two kinds, clears, terminals. */
export const v1Streams = streams({
  chunk: chunks(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.constantFrom('n1', 'n2', 'emend-1') },
    ),
  ),
  tools: toolCalls(fc.oneof({ weight: 6, arbitrary: item }, { weight: 1, arbitrary: terminal })),
  clear,
});

/** Conversations with a v1 agent that gives no ids. */
export const v1StreamsWithoutIds = streams({ chunk: chunks(fc.constant(undefined)), tools: toolCalls(item) });
