// @vitest-environment jsdom
import type { AssistantRuntime } from '@assistant-ui/react';
import { agent, type Client, type ClientSession, connect, memoryPair, serve, type Turn } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSessions, type Sessions } from './sessions.ts';
import type { ThreadState } from './thread-state.ts';
import { type AcpRuntimeOptions, useAcpRuntime, useShownSession } from './use-acp-runtime.ts';

let root: Root;
let runtime: AssistantRuntime;
let client: Client;
const cwd = '/';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.createElement('div'));
});

afterEach(async () => {
  await act(async () => root.unmount());
  await client.close();
});

function Page({ session, options }: { session: ClientSession; options: AcpRuntimeOptions }) {
  runtime = useAcpRuntime(session, options);
  return null;
}

function Threads({ sessions, options }: { sessions: Sessions; options: AcpRuntimeOptions }) {
  runtime = useAcpRuntime(useShownSession(sessions), { sessions, ...options });
  return null;
}

/** Connects to an agent that does this with each prompt, and shows a new session. */
async function show(prompt: (turn: Turn) => Promise<'end_turn' | 'cancelled'>, options: AcpRuntimeOptions = {}) {
  const [here, there] = memoryPair();
  serve(agent({ sessions: { log: new MemoryLog() }, prompt }), there);
  client = await connect(here, { permissions: 'wait', elicitation: { form: 'wait' } });
  const session = await client.newSession({ cwd });
  await act(async () => root.render(<Page session={session} options={options} />));
  return session;
}

/** What the thread shows, in short. */
function shown(): unknown[] {
  return runtime.thread.getState().messages.map(({ role, content, status }) => {
    const said = content.map((part) => ('text' in part ? part.text : part.type));
    return [role, ...said, ...(status === undefined ? [] : [status.type])];
  });
}

/** Does something, and waits until the thread shows what it should. */
async function until(what: () => void, expected: unknown[]): Promise<void> {
  await act(async () => {
    what();
    await expect.poll(shown).toEqual(expected);
  });
}

test('a prompt, and a correction by the agent', async () => {
  await show(async (turn) => {
    const message = turn.message();
    await message.append('The key is 1234.');
    await message.replace('The key is [redacted].');
    return 'end_turn';
  });
  await until(
    () => runtime.thread.append('What is the key?'),
    [
      ['user', 'What is the key?'],
      ['assistant', 'The key is [redacted].', 'complete'],
    ],
  );
  expect(JSON.stringify(runtime.thread.export())).not.toContain('1234');
  expect(runtime.thread.getState().isRunning).toBe(false);
});

test('a tool call is approved by one of its options', async () => {
  await show(async (turn) => {
    const call = turn.toolCall({ title: 'Write', kind: 'edit' });
    const { isAllowed } = await turn.requestPermission(call, [
      { optionId: 'y', name: 'Yes', kind: 'allow_once' },
      { optionId: 'n', name: 'No', kind: 'reject_once' },
    ]);
    await (isAllowed ? call.finish() : call.fail());
    await turn.message().append(isAllowed ? 'Done.' : 'Not done.');
    return 'end_turn';
  });
  for (const [response, said] of [
    [{ optionId: 'y' }, 'Done.'],
    [{ approved: false }, 'Not done.'],
  ] as const) {
    const before = shown();
    await until(
      () => runtime.thread.append('Write it'),
      [...before, ['user', 'Write it'], ['assistant', 'tool-call', 'requires-action']],
    );
    const part = runtime.thread.getMessageByIndex(before.length + 1).getMessagePartByIndex(0);
    await until(
      () => void part.respondToToolApproval(response),
      [...before, ['user', 'Write it'], ['assistant', 'tool-call', said, 'complete']],
    );
  }
});

test.each([
  ['before it has said anything', undefined],
  ['in an answer', 'Wait. '],
])(
  'a form of the agent %s makes the thread wait for the user, and is in its state, until it is answered',
  async (_, before) => {
    const session = await show(async (turn) => {
      const message = turn.message();
      if (before !== undefined) await message.append(before);
      const schema = { properties: { name: { type: 'string' } }, required: ['name'] } as const;
      const answer = await turn.elicit({ message: 'Who?', schema });
      await message.append(answer.action === 'accept' ? `Hello ${answer.content.name}.` : answer.action);
      return 'end_turn';
    });
    const asked = () => (runtime.thread.getState().state as unknown as ThreadState).elicitations;
    await act(async () => {
      runtime.thread.append('Go');
      await expect.poll(asked).toMatchObject([{ request: { mode: 'form', message: 'Who?' } }]);
    });
    const said = before === undefined ? [] : [before];
    await until(() => {}, [
      ['user', 'Go'],
      ['assistant', ...said, 'requires-action'],
    ]);
    expect(runtime.thread.getState().messages.at(-1)?.status).toEqual({ type: 'requires-action', reason: 'interrupt' });
    const [{ requestId } = { requestId: -1 }] = asked();
    await until(
      () => session.elicitations.answer(requestId, { action: 'accept', content: { name: 'Ann' } }),
      [
        ['user', 'Go'],
        ['assistant', `${before ?? ''}Hello Ann.`, 'complete'],
      ],
    );
    expect(asked()).toEqual([]);
  },
);

test('cancelling keeps what the agent said', async () => {
  await show(async (turn) => {
    await turn.message().append('I work');
    await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
    return 'cancelled';
  });
  await until(
    () => runtime.thread.append('Go'),
    [
      ['user', 'Go'],
      ['assistant', 'I work', 'running'],
    ],
  );
  await until(
    () => runtime.thread.cancelRun(),
    [
      ['user', 'Go'],
      ['assistant', 'I work', 'incomplete'],
    ],
  );
});

test('a prompt that fails is reported', async () => {
  const errors: unknown[] = [];
  await show(async () => 'end_turn', { onError: (error) => errors.push(error) });
  await act(async () => {
    runtime.thread.append({ role: 'user', content: [{ type: 'image', image: 'data:image/png;base64,AA==' }] });
    await expect.poll(() => errors.length).toBe(1);
  });
  expect(String(errors[0])).toContain('image');
});

test('sessions are threads', async () => {
  const first = await show(async (turn) => {
    await turn.message().append(`You said ${turn.text}.`);
    return 'end_turn';
  });
  const sessions = createSessions(client, first, { cwd });
  const errors: unknown[] = [];
  const options = { onError: (error: unknown) => errors.push(error) };
  await act(async () => root.render(<Threads sessions={sessions} options={options} />));
  await until(
    () => runtime.thread.append('one'),
    [
      ['user', 'one'],
      ['assistant', 'You said one.', 'complete'],
    ],
  );
  await until(() => void runtime.threads.switchToNewThread(), []);
  const second = sessions.state.session;
  await act(() => sessions.refresh());
  expect([...runtime.threads.getState().threadIds]).toEqual([first.id, second.id]);
  await until(
    () => void runtime.threads.switchToThread(first.id),
    [
      ['user', 'one'],
      ['assistant', 'You said one.', 'complete'],
    ],
  );
  await act(() => runtime.threads.getItemById(second.id).delete());
  expect([...runtime.threads.getState().threadIds]).toEqual([first.id]);
  await act(() => sessions.switchTo('nowhere').catch((error) => errors.push(error)));
  expect([errors.length, sessions.state.isLoading, sessions.state.session.id]).toEqual([1, false, first.id]);
});
