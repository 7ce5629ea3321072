import { Chat } from '@ai-sdk/react';
import { agent, type ClientOptions, type ClientSession, connect, memoryPair, serve, type Turn } from '@emend/acp';
import type { ChatInit } from 'ai';
import { afterEach, expect, test } from 'vitest';
import { answerPermission } from './permissions.ts';
import { AcpChatTransport, hasAnsweredApprovals } from './transport.ts';
import type { AcpToolPart, AcpUIMessage } from './ui-message.ts';
import { toUIMessages } from './ui-messages.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function opened(
  prompt: (turn: Turn) => Promise<'end_turn' | 'max_tokens' | void>,
  options: ClientOptions = { permissions: 'wait' },
): Promise<ClientSession> {
  const [here, there] = memoryPair();
  serve(agent({ accepts: { image: true, embeddedContext: true }, prompt }), there, { onEvent: () => {} });
  const client = await connect(here, options);
  closing.push(() => client.close());
  return client.newSession({ cwd: '/project' });
}

function chatOf(session: ClientSession, init: Partial<ChatInit<AcpUIMessage>> = {}): Chat<AcpUIMessage> {
  const transport = new AcpChatTransport(session);
  return new Chat<AcpUIMessage>({ transport, sendAutomaticallyWhen: hasAnsweredApprovals, ...init });
}

/** Returns the answer that a chat shows, as the session has it. */
function answers(messages: readonly AcpUIMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages.filter(({ role }) => role === 'assistant')));
}

function texts(chat: { readonly messages: readonly AcpUIMessage[] }): string[] {
  return chat.messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));
}

test('a chat shows what the session has: text, thoughts, tools and a correction', async () => {
  const session = await opened(async (turn) => {
    await turn.thought().append('Hm.');
    const message = turn.message();
    await message.append('It is ');
    await message.append('12:00.');
    const call = turn.toolCall({ title: 'Look', rawInput: { a: 1 } });
    await call.start();
    await call.finish({ rawOutput: { b: 2 } });
    await message.set('I have no clock.');
    await turn.usage({ used: 1, size: 2 });
  });
  let reason: string | undefined;
  const chat = chatOf(session, {
    onFinish: ({ finishReason }) => {
      reason = finishReason;
    },
  });
  await chat.sendMessage({ text: 'What time is it?' });
  expect([chat.status, reason, texts(chat)]).toEqual([
    'ready',
    'stop',
    ['What time is it?', 'Hm.', 'I have no clock.'],
  ]);
  expect(answers(chat.messages)).toEqual(answers(toUIMessages(session.state)));
});

test('a question ends the stream, an answer continues it, and the message stays one', async () => {
  for (const isApproved of [true, false]) {
    const session = await opened(async (turn) => {
      const call = turn.toolCall({ title: 'Write', kind: 'edit', rawInput: {} });
      const { isAllowed } = await turn.requestPermission(call);
      await (isAllowed ? call.finish() : call.fail('Not allowed.'));
      await turn.message().append(isAllowed ? 'Done.' : 'All right.');
    });
    const chat = chatOf(session);
    await chat.sendMessage({ text: 'Go' });
    const part = chat.lastMessage?.parts.find(({ type }) => type === 'dynamic-tool') as AcpToolPart;
    expect([chat.status, part.state]).toEqual(['ready', 'approval-requested']);
    const id = part.approval?.id ?? '';
    await chat.addToolApprovalResponse({ id, approved: isApproved });
    await expect.poll(() => [texts(chat).at(-1), chat.status]).toEqual([isApproved ? 'Done.' : 'All right.', 'ready']);
    expect(answers(chat.messages)).toEqual(answers(toUIMessages(session.state)));
    expect(answerPermission(session, id, 'allow')).toBe(false);
  }
});

test('a question that waits for the client alone does not end the stream', async () => {
  let allow: (optionId: string) => void = () => {};
  const answered = new Promise<string>((resolve) => {
    allow = resolve;
  });
  const session = await opened(
    async (turn) => {
      const { isAllowed } = await turn.requestPermission(turn.toolCall({ title: 'Write' }));
      await turn.message().append(isAllowed ? 'Done.' : 'All right.');
    },
    { requestPermission: () => answered },
  );
  const chat = chatOf(session);
  const sent = chat.sendMessage({ text: 'Go' });
  const states = () => chat.lastMessage?.parts.map((part) => ('state' in part ? part.state : undefined));
  await expect.poll(states).toContain('approval-requested');
  expect([session.permissions.open.map(({ hasHandler }) => hasHandler), chat.status]).toEqual([[true], 'streaming']);
  allow('allow');
  await sent;
  expect([texts(chat), chat.status]).toEqual([['Go', 'Done.'], 'ready']);
});

test('an option that the agent did not offer is an error, and a question can be answered with none', async () => {
  const session = await opened(async (turn) => {
    const { outcome } = await turn.requestPermission(turn.toolCall({ title: 'Write' }));
    await turn.message().append(outcome.outcome);
  });
  const turn = session.prompt('Go');
  await expect.poll(() => session.permissions.open.length).toBe(1);
  const id = `permission ${JSON.stringify(session.permissions.open[0]?.requestId)}`;
  expect(() => answerPermission(session, id, 'never')).toThrow(TypeError);
  expect([answerPermission(session, id, undefined), answerPermission(session, id, undefined)]).toEqual([true, false]);
  await turn;
  expect(toUIMessages(session.state).at(-1)?.parts.at(-1)).toMatchObject({ text: 'cancelled' });
});

test('a new message withdraws a question that was not answered', async () => {
  const session = await opened(async (turn) => {
    if (turn.text === 'Go') await turn.requestPermission(turn.toolCall({ title: 'Write' }));
    else await turn.message().append('Next.');
  });
  const chat = chatOf(session);
  await chat.sendMessage({ text: 'Go' });
  await chat.sendMessage({ text: 'Something else' });
  expect(texts(chat)).toEqual(['Go', 'Something else', 'Next.']);
  expect(session.state.turns.toArray().map(({ stopReason }) => stopReason)).toEqual(['cancelled', 'end_turn']);
});

test('stop cancels the turn', async () => {
  const session = await opened(async (turn) => {
    await turn.message().append('I begin');
    await new Promise((_, reject) => turn.signal.addEventListener('abort', () => reject(turn.signal.reason)));
  });
  const chat = chatOf(session);
  const sent = chat.sendMessage({ text: 'Go' });
  await expect.poll(() => texts(chat)).toEqual(['Go', 'I begin']);
  await chat.stop();
  await sent;
  await expect.poll(() => session.isBusy).toBe(false);
  expect([chat.status, session.state.turns.at(0)?.stopReason]).toEqual(['ready', 'cancelled']);
});

test('a chat that was opened later resumes the running answer, and one of an idle session resumes nothing', async () => {
  let goOn = () => {};
  const session = await opened(async (turn) => {
    const message = turn.message();
    await message.append('Half');
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await message.append(' and whole.');
  });
  const first = session.prompt('Go');
  await expect.poll(() => session.state.messages.length).toBe(2);
  const chat = chatOf(session, { messages: toUIMessages(session.state) });
  const resumed = chat.resumeStream();
  await expect.poll(() => chat.status).toBe('streaming');
  goOn();
  await Promise.all([first, resumed]);
  expect(texts(chat)).toEqual(['Go', 'Half and whole.']);
  expect(chat.messages.map(({ id }) => id)).toEqual(['prompt 0', 'answer to prompt 0']);
  await chat.resumeStream();
  expect(chat.status).toBe('ready');
});

test('an error of the agent, and what an agent cannot do, are errors of the chat', async () => {
  const session = await opened(async () => {
    throw new Error('secret');
  });
  const chat = chatOf(session);
  await chat.sendMessage({ text: 'Go' });
  expect([chat.status, chat.error?.message]).toEqual(['error', 'Internal error']);
  await chat.regenerate();
  expect(chat.error?.message).toContain('cannot answer a prompt again');
  await chat.sendMessage({ text: 'Other', messageId: chat.messages[0]?.id ?? '' });
  expect(chat.error?.message).toContain('cannot be changed');
  await chat.sendMessage();
  expect(chat.status).toBe('error');
});

test('files become content of the prompt', async () => {
  let prompt: unknown;
  const session = await opened(async (turn) => {
    prompt = turn.prompt;
  });
  await chatOf(session).sendMessage({
    text: 'Look',
    files: [
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
      { type: 'file', mediaType: 'text/plain', filename: 'a b', url: 'data:text/plain;base64,w6k=' },
      { type: 'file', mediaType: 'text/plain', url: 'data:text/plain,50%' },
      { type: 'file', mediaType: 'application/pdf', url: 'data:application/pdf;base64,AA==' },
      { type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', url: 'https://example.com/a.pdf' },
    ],
  });
  expect(prompt).toEqual([
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'attachment:a%20b', mimeType: 'text/plain', text: 'é' } },
    { type: 'resource', resource: { uri: 'attachment:attachment', mimeType: 'text/plain', text: '50%' } },
    { type: 'resource', resource: { uri: 'attachment:attachment', mimeType: 'application/pdf', blob: 'AA==' } },
    { type: 'resource_link', name: 'a.pdf', uri: 'https://example.com/a.pdf', mimeType: 'application/pdf' },
    { type: 'text', text: 'Look' },
  ]);
});

test('notices are told once, and are no part of the message', async () => {
  const session = await opened(async (turn) => {
    await turn.notice({ severity: 'warning', title: 'The quota is nearly used up' });
    await turn.message().append('Hi');
  });
  const told: unknown[] = [];
  const chat = chatOf(session, { onData: (part) => void told.push(part) });
  await chat.sendMessage({ text: 'Go' });
  const data = { severity: 'warning', title: 'The quota is nearly used up' };
  expect(told).toEqual([{ type: 'data-notice', data: expect.objectContaining(data), transient: true }]);
  expect(answers(chat.messages)).toEqual(answers(toUIMessages(session.state)));
});
