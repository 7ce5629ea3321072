// @vitest-environment jsdom
import { act, memo, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBusy } from '../session/busy.ts';
import { createSessionStore, type SessionStore } from '../session/store.ts';
import { call, chunk, eventsOf, prompt, type Step } from '../session/test-support/fold.ts';
import { messageText } from '../view/message-text.ts';
import { displayStatus } from '../view/tool-call-summary.ts';
import { useMessage, useScreen, useSession, useToolCall } from './use-session.ts';

let container: HTMLElement;
let root: Root;
let rendered: string[];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  container = document.createElement('div');
  root = createRoot(container);
  rendered = [];
});

afterEach(() => act(() => root.unmount()));

const MessageRow = memo(({ store, id }: { store: SessionStore; id: string }) => {
  rendered.push(id);
  const message = useMessage(store, 'agent', id);
  return <p>{message === undefined ? '' : messageText(message)}</p>;
});

const CallRow = memo(({ store, id }: { store: SessionStore; id: string }) => {
  rendered.push(id);
  const toolCall = useToolCall(store, id);
  return <b>{toolCall === undefined ? '' : displayStatus(toolCall)}</b>;
});

function SessionRows({ store }: { store: SessionStore }) {
  rendered.push('list');
  const rows = useScreen(store);
  return [...rows].map((row) => {
    if (row.type === 'message') return <MessageRow key={row.key} store={store} id={row.messageId} />;
    if (row.type === 'tool-call') return <CallRow key={row.key} store={store} id={row.toolCallId} />;
    return <i key={row.key}>{row.type}</i>;
  });
}

function Title({ store }: { store: SessionStore }) {
  return <h1>{useSession(store, (state) => ({ title: state.info?.title })).title}</h1>;
}

async function applied(store: SessionStore, ...steps: Step[]): Promise<string[]> {
  rendered = [];
  await act(async () => {
    store.apply(...eventsOf(steps));
  });
  return rendered;
}

test('one chunk renders one message again', async () => {
  const store = createSessionStore();
  await act(async () => root.render(<SessionRows store={store} />));
  await applied(store, chunk('m1', 'A'), chunk('m2', 'B'), call('c'));
  expect(container.innerHTML).toBe('<p>A</p><p>B</p><b>pending</b>');
  expect(await applied(store, chunk('m2', '!'))).toEqual(['m2']);
  expect(await applied(store, call('c', { status: 'completed' }))).toEqual(['c']);
  expect(await applied(store, { sessionUpdate: 'usage_update', used: 1, size: 2 })).toEqual([]);
  expect(await applied(store, chunk('m3', 'C'))).toEqual(['list', 'm3']);
  expect(container.innerHTML).toBe('<p>A</p><p>B!</p><b>completed</b><p>C</p>');
});

test('a thousand chunks of one batch are one render', async () => {
  const scheduled: (() => void)[] = [];
  const store = createSessionStore({ schedule: (notify) => scheduled.push(notify) });
  store.apply(...eventsOf([chunk('m', '')]));
  await act(async () => root.render(<SessionRows store={store} />));
  expect(await applied(store, ...Array.from({ length: 1_000 }, () => chunk('m', 'x')))).toEqual([]);
  await act(async () => scheduled.splice(0).forEach((notify) => void notify()));
  expect(rendered).toEqual(['m']);
  expect(container.textContent?.length).toBe(1_000);
});

test('a prompt shows at once and gives way to the message that the agent tells back', async () => {
  const store = createSessionStore();
  await act(async () => root.render(<SessionRows store={store} />));
  await applied(store, prompt('go'));
  expect(container.innerHTML).toBe('<i>prompt</i>');
  await applied(store, { sessionUpdate: 'user_message', messageId: 'u', content: [] });
  expect(container.innerHTML).toBe('<p></p>');
});

test('a part of the session, also by a selector that builds an object', async () => {
  const store = createSessionStore();
  await act(async () =>
    root.render(
      <StrictMode>
        <Title store={store} />
      </StrictMode>,
    ),
  );
  await applied(store, { sessionUpdate: 'session_info_update', title: 'T' });
  expect(container.innerHTML).toBe('<h1>T</h1>');
});

function Spinner({ store }: { store: SessionStore }) {
  rendered.push('spinner');
  return useSession(store, isBusy) ? 'busy' : 'idle';
}

test('whether the agent is at work renders when that changes, not with what it says', async () => {
  const store = createSessionStore();
  await act(async () => root.render(<Spinner store={store} />));
  expect([await applied(store, prompt('go')), container.innerHTML]).toEqual([['spinner'], 'busy']);
  expect(await applied(store, chunk('m', 'A'), chunk('m', 'B'))).toEqual([]);
  const end = { type: 'turn_ended', stopReason: 'end_turn' } as const;
  expect([await applied(store, end), container.innerHTML]).toEqual([['spinner'], 'idle']);
});

test('another store, a load, and the server', async () => {
  const one = createSessionStore();
  const two = createSessionStore();
  one.apply(...eventsOf([chunk('m', 'one')]));
  two.apply(...eventsOf([chunk('m', 'two')]));
  await act(async () => root.render(<SessionRows store={one} />));
  await act(async () => root.render(<SessionRows store={two} />));
  expect(container.innerHTML).toBe('<p>two</p>');
  await applied(one, chunk('m', '!'));
  expect(container.innerHTML).toBe('<p>two</p>');
  await applied(two, { type: 'load_started' }, chunk('n', 'again'));
  expect(container.innerHTML).toBe('<p>again</p>');
  expect(renderToString(<SessionRows store={two} />)).toBe('<p>again</p>');
});
