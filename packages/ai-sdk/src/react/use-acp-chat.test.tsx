// @vitest-environment jsdom
import { agent, type ClientSession, connect, memoryPair, serve, type Turn } from '@emend/acp';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerElicitation } from '../chat/elicitations.ts';
import { useAcpChat } from './use-acp-chat.ts';

let container: HTMLElement;
let root: Root;
const closing: (() => Promise<void>)[] = [];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  container = document.createElement('div');
  root = createRoot(container);
});

afterEach(async () => {
  await act(() => root.unmount());
  for (const close of closing.splice(0)) await close();
});

function ChatView({ session }: { session: ClientSession }) {
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse } = useAcpChat(session);
  return (
    <>
      {messages.map(({ id, role, parts }) => (
        <p key={id}>
          {role}:{' '}
          {parts.map((part) => {
            if ('text' in part) return part.text;
            if (part.type === 'data-elicitation') {
              const { id: question = '', data } = part;
              const answer = { action: 'accept', content: { name: 'Ann' } } as const;
              return (
                <button key={question} type="button" onClick={() => answerElicitation(session, question, answer)}>
                  {data.request.message}
                </button>
              );
            }
            if (part.type !== 'dynamic-tool' || part.state !== 'approval-requested') return '';
            const { id: approval } = part.approval;
            return (
              <button
                key={approval}
                type="button"
                onClick={() => addToolApprovalResponse({ id: approval, approved: true })}
              >
                {part.title}
              </button>
            );
          })}
        </p>
      ))}
      <i>
        {status} {error?.message}
      </i>
      <button type="button" onClick={() => sendMessage({ text: 'Go' })}>
        Send
      </button>
      <button type="button" onClick={() => stop()}>
        Stop
      </button>
    </>
  );
}

async function opened(prompt: (turn: Turn) => Promise<void>): Promise<ClientSession> {
  const [here, there] = memoryPair();
  serve(agent({ prompt }), there, { onEvent: () => {} });
  const client = await connect(here, { permissions: 'wait', elicitation: { form: 'wait' } });
  closing.push(() => client.close());
  const session = await client.newSession({ cwd: '/project' });
  await act(async () => root.render(<ChatView session={session} />));
  return session;
}

const rows = () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
const status = () => container.querySelector('i')?.textContent?.trim();

async function click(name: string): Promise<void> {
  const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  await act(async () => button?.click());
}

/** Waits until the screen shows something. */
async function shows(expected: readonly string[], state: string): Promise<void> {
  await expect.poll(() => act(async () => [rows(), status()])).toEqual([expected, state]);
}

test('a correction of any message is seen, questions are answered by a click, and stop cancels', async () => {
  let replaced: () => void = () => {};
  const session = await opened(async (turn) => {
    const message = turn.message();
    await message.append('Wrong.');
    const { isAllowed } = await turn.requestPermission(turn.toolCall({ title: 'Allow' }));
    await turn.message().append(isAllowed ? 'Thanks.' : 'No.');
    await new Promise<void>((resolve) => {
      replaced = resolve;
      if (turn.signal.aborted) resolve();
    });
    await turn.session.update({
      sessionUpdate: 'agent_message',
      messageId: message.id,
      content: [{ type: 'text', text: 'Right. ' }],
    });
  });
  await click('Send');
  await shows(['user: Go', 'assistant: Wrong.Allow'], 'streaming');
  await click('Allow');
  await shows(['user: Go', 'assistant: Wrong.Thanks.'], 'streaming');
  await act(async () => replaced());
  await shows(['user: Go', 'assistant: Right. Thanks.'], 'ready');
  await click('Send');
  await click('Stop');
  await expect.poll(() => act(async () => status())).toBe('ready');
  expect(session.state.turns.at(1)?.stopReason).toBe('cancelled');
});

test('work that the chat did not ask for is shown, and an error is told', async () => {
  const session = await opened(async (turn) => {
    if (turn.text === 'Go') throw new Error('secret');
    await turn.message().append('Hello.');
  });
  await act(async () => {
    await session.prompt('From elsewhere');
  });
  await shows(['user: From elsewhere', 'assistant: Hello.'], 'ready');
  await click('Send');
  await shows(['user: From elsewhere', 'assistant: Hello.', 'user: Go'], 'error Internal error');
});

test('a form of the agent is shown, and answered while the turn goes on', async () => {
  const session = await opened(async (turn) => {
    const schema = { properties: { name: { type: 'string' } }, required: ['name'] } as const;
    const answer = await turn.elicit({ message: 'Who?', schema });
    await turn.message().append(answer.action === 'accept' ? `Hello ${answer.content.name}.` : answer.action);
  });
  await click('Send');
  await shows(['user: Go', 'assistant: Who?'], 'streaming');
  expect([
    answerElicitation(session, 'elicitation "none"', { action: 'decline' }),
    session.elicitations.open.length,
  ]).toEqual([false, 1]);
  await click('Who?');
  await shows(['user: Go', 'assistant: Hello Ann.'], 'ready');
});
