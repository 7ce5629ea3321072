import { type AgentDefinition, agent, ConnectionError, connect, memoryPair, RpcError, serve } from '@emend/acp';
import { redaction } from '@emend/acp/recording';
import { expect, test } from 'vitest';
import type { Inspector, InspectorEvent } from '../../api/inspector.ts';
import type { TalkState } from '../../api/talk.ts';
import { failureWords } from './failure-words.ts';
import { maskedResult, maskedState } from './masked-talk.ts';
import { talkingInspector } from './talking-inspector.ts';

const secret = 'sesame-1234567';
const redact = redaction(['password', 'hint'], [secret]);

const state = (said: string, hint: string, begun: object): TalkState => ({
  agent: `agent ${said}`,
  session: secret,
  sessions: [
    {
      id: secret,
      title: `about ${said}`,
      isRunning: true,
      isStopping: false,
      configOptions: [
        {
          type: 'select',
          id: secret,
          name: `Model ${said}`,
          description: said,
          currentValue: secret,
          options: [{ group: secret, name: said, options: [{ value: secret, name: said }] }],
        },
      ],
      availableCommands: [{ name: secret, description: `Uses ${said}`, input: { hint, type: 'text' } }],
      questions: [
        {
          type: 'permission',
          requestId: secret,
          title: `Run ${said}?`,
          description: said,
          toolCallId: secret,
          options: [{ optionId: secret, name: `Yes, ${said}`, kind: 'allow_once' }],
        },
      ],
      remark: `The agent refused: ${said} (1)`,
    },
  ],
  questions: [
    {
      type: 'elicitation',
      requestId: 7,
      request: {
        mode: 'form',
        sessionId: secret,
        message: `Log in with ${said}`,
        requestedSchema: {
          type: 'object',
          properties: {
            password: { type: 'string', title: 'Password', description: said, minLength: 3, ...begun },
            account: { type: 'string', enum: [secret], ...begun },
            name: { type: 'string', default: 'Ada' },
          },
          required: ['password'],
        },
      },
    },
  ],
  isStarting: false,
  ended: `It ended with ${said}`,
  remark: said,
  canAttach: true,
  canList: true,
  canLoad: true,
  canClose: false,
});

test('[IP44] what is only shown is masked, and what goes back to the agent is kept', () => {
  const masked = state('[redacted]', '[redacted]', {});
  expect(maskedState(state(secret, 'any hint', { default: secret }), redact)).toEqual(masked);
  // What has no secret keeps its shape, whatever keys are to be masked.
  const shapes = maskedState(state('x', 'h', {}), redaction(['sessions', 'options', 'questions', 'isStarting'], []));
  expect(shapes.isStarting).toBe(false);
  expect(shapes.sessions[0]?.configOptions[0]).toEqual({
    type: 'select',
    id: secret,
    name: '[redacted]',
    description: '[redacted]',
    currentValue: secret,
    options: [{ group: secret, name: '[redacted]', options: [{ value: secret, name: '[redacted]' }] }],
  });
  expect([
    maskedResult({ done: 'list', sessions: [{ id: secret, title: `a ${secret}` }] }, redact),
    maskedResult({ done: 'new', session: secret }, redact),
    maskedResult({ failed: `no ${secret}` }, redact),
  ]).toEqual([
    { done: 'list', sessions: [{ id: secret, title: 'a [redacted]' }] },
    { done: 'new', session: secret },
    { failed: 'no [redacted]' },
  ]);
});

test('[IP44] a failure is masked before it is cut, so that no beginning of a secret is left', () => {
  const at = (width: number) => `${'x'.repeat(width - 6)}${secret}`;
  const words = [
    failureWords(new ConnectionError('exited', 'x', { exitCode: 1, stderrTail: `first\n${at(300)}\n` }), redact),
    failureWords(new ConnectionError('failed', at(500)), redact),
    failureWords(new RpcError(-32603, at(1_000), { details: at(1_000) }), redact),
    failureWords(new RpcError(-32603, 'Internal error', { message: 'm', password: 'p' }), redact),
    failureWords(new Error(at(1_000)), redact),
    failureWords(new RpcError(1, 'no', { reason: 'why' }), redaction(['reason'], [])),
  ];
  expect(words.join('\n')).not.toContain('sesam');
  expect([words[0], words[3], words[5]]).toEqual([
    `The agent ended with status 1. Its standard error ended with: ${'x'.repeat(294)}[reda…`,
    'The agent refused: Internal error: m (-32603)',
    'The agent refused: no: [redacted] (1)',
  ]);
});

test('[IP44] the page gets neither a state, an event nor an answer with a secret, and can still answer', async () => {
  const outcomes: unknown[] = [];
  const definition: Partial<AgentDefinition> = {
    info: { name: 'scripted', title: `Agent of ${secret}`, version: '1' },
    prompt: async (turn) => {
      const call = turn.toolCall({ id: 'c', title: `curl ${secret}` });
      const options = [{ optionId: secret, name: `Send ${secret}`, kind: 'allow_once' as const }];
      outcomes.push((await turn.requestPermission(call, options)).outcome);
      throw new RpcError(-32001, `Broken by ${secret}`);
    },
  };
  const [near, far] = memoryPair();
  serve(agent({ prompt: async () => {}, ...definition }), far);
  const recording = { listen: () => () => {} } as unknown as Inspector;
  const settings = { cwd: '/w', version: '1', redact };
  const inspector = talkingInspector(recording, (options) => connect(near, options), settings);
  const events: InspectorEvent[] = [];
  inspector.listen((event) => events.push(event));
  const now = () => inspector.ask('talkState', {});
  await expect.poll(async () => (await now()).sessions.length).toBe(1);
  const { session = '', agent: name } = await now();
  const ended = inspector.ask('talk', { do: 'prompt', session, text: 'go' });
  await expect.poll(async () => (await now()).sessions[0]?.questions.length).toBe(1);
  const [question] = (await now()).sessions[0]?.questions ?? [];
  const requestId = question?.requestId ?? null;
  expect([name, question]).toEqual([
    'Agent of [redacted]',
    {
      type: 'permission',
      requestId,
      title: 'curl [redacted]',
      toolCallId: 'c',
      options: [{ optionId: secret, name: 'Send [redacted]', kind: 'allow_once' }],
    },
  ]);
  await inspector.ask('talk', { do: 'answer', session, requestId, optionId: secret });
  expect(await ended).toEqual({ failed: 'The agent refused: Broken by [redacted] (-32001)' });
  await expect
    .poll(async () => (await now()).sessions[0]?.remark)
    .toBe('The agent refused: Broken by [redacted] (-32001)');
  await inspector.close();
  expect(outcomes).toEqual([{ outcome: 'selected', optionId: secret }]);
  expect(JSON.stringify(events).replaceAll(`"optionId":"${secret}"`, '')).not.toContain(secret);
});
