import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { type DecidePermission, permissionPolicy } from '../../permissions/decide.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

const rules = permissionPolicy({
  rules: [
    { decision: 'reject', path: '**/.env', name: 'secrets' },
    { decision: 'allow', kind: 'read', name: 'reads' },
  ],
});

/** An agent that names a file in one update, asks for it with the next message, and remembers what it was answered. */
function asking(policy: DecidePermission = rules) {
  const log = new MemoryLog();
  const heard: string[] = [];
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log, now: () => 1 },
    permissionPolicy: policy,
    async prompt(turn) {
      const [kind = '', path = '', when] = turn.text.split(' ');
      const call = turn.toolCall({ title: path, kind: kind as 'read', locations: [{ path }] });
      if (when === 'later') await gate;
      const { outcome } = await turn.requestPermission(call);
      heard.push('optionId' in outcome ? String(outcome.optionId) : outcome.outcome);
    },
  });
  const answers = async (sessionId: string) =>
    (await entriesOf(log, sessionId)).flatMap(({ event }) =>
      event.type === 'permission_answered' ? [{ outcome: event.outcome, by: event.by }] : [],
    );
  return { served, heard, answers, goOn };
}

const isQuestion = ({ method }: Json) => method === 'session/request_permission';
const selected = (optionId: string) => ({ outcome: 'selected', optionId });

test('[RO194] the rules of an agent answer before any client is asked, with what the session knows, and the answer is stored and told', async () => {
  const { served, heard, answers } = asking();
  const first = await rawClientOf(served, 'june', { meta: { 'emend/shared': 1 } });
  const sessionId = await first.open();
  const second = await rawClientOf(served, 'v1');
  await second.load(sessionId);
  await first.ask('session/prompt', textPrompt(sessionId, 'read /w/a'));
  await second.ask('session/prompt', textPrompt(sessionId, 'read /w/.env'));
  expect(heard).toEqual(['allow', 'reject']);
  expect([...first.received, ...second.received].filter(isQuestion)).toEqual([]);
  const given = [
    { outcome: selected('allow'), by: { client: 'policy', name: 'rule 2 (reads)' } },
    { outcome: selected('reject'), by: { client: 'policy', name: 'rule 1 (secrets)' } },
  ];
  expect(await answers(sessionId)).toEqual(given);
  const told = first.received.filter(({ method }) => method === '_emend/answered').map(({ params }) => params);
  expect(told).toMatchObject(given);
  const decided = [...first.events, ...second.events].flatMap((event) =>
    event.type === 'permission-decided' ? [[event.question.kind, event.question.paths, event.decision.rule]] : [],
  );
  expect(decided).toEqual([
    ['read', ['/w/a'], 2],
    ['read', ['/w/.env'], 1],
  ]);
  await Promise.all([first.close(), second.close()]);
});

test('[RO194] [X17] the rules answer while nobody is there', async () => {
  const { served, heard, answers, goOn } = asking();
  const client = await rawClientOf(served, 'november', {
    serving: { whenClientLeaves: 'finish', unattended: 'wait' },
  });
  const sessionId = await client.open();
  void client.ask('session/prompt', textPrompt(sessionId, 'read /w/a later'));
  await client.until(({ params }) => JSON.stringify(params ?? {}).includes('tool_call'));
  await client.close();
  goOn();
  await expect.poll(() => heard).toEqual(['allow']);
  expect(await answers(sessionId)).toEqual([
    { outcome: selected('allow'), by: { client: 'policy', name: 'rule 2 (reads)' } },
  ]);
});

test('[RO194] what no rule decides is asked of the clients', async () => {
  const { served, heard, answers } = asking();
  const allow = { outcome: selected('allow') };
  const client = await rawClientOf(served, 'june', { answers: { 'session/request_permission': () => allow } });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'edit /w/a'));
  expect([heard, client.received.filter(isQuestion).length]).toEqual([['allow'], 1]);
  expect(await answers(sessionId)).toEqual([{ outcome: selected('allow'), by: undefined }]);
  await client.close();
});

test.each<[string, DecidePermission]>([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'chooses what was not offered',
    () => ({
      decision: 'allow',
      rule: 1,
      name: undefined,
      outcome: { outcome: 'selected', optionId: 'other' },
      option: undefined,
      asks: undefined,
    }),
  ],
])('[RO194] if the policy %s, the clients are asked', async (_, policy) => {
  const { served, heard } = asking(policy);
  const reject = { outcome: selected('reject') };
  const client = await rawClientOf(served, 'june', { answers: { 'session/request_permission': () => reject } });
  await client.ask('session/prompt', textPrompt(await client.open(), 'read /w/a'));
  expect([heard, client.events.map(({ type }) => type)]).toEqual([['reject'], ['policy-failed']]);
  await client.close();
});

test('[RO194] rules without a log are refused when the agent is made', () => {
  expect(() => agent({ permissionPolicy: rules, prompt: async () => {} })).toThrow(
    'An agent with a permissionPolicy needs sessions with a log',
  );
});
