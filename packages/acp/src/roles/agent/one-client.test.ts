import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { foldEntries } from '../../log/restore.ts';
import { foldedSession } from '../../session/folded.ts';
import { newSessionState } from '../../session/state.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Json, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';

test.each(['june', 'november', 'v1'] as const)(
  '[RO90] [X47] a single %s client sees nothing of what is for several',
  async (dialect) => {
    const log = new MemoryLog();
    const served = agent({
      sessions: { log, now: () => 1 },
      async prompt(turn) {
        await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
      },
    });
    const outcome = { outcome: { outcome: 'selected', optionId: 'allow' } };
    const client = await rawClientOf(served, dialect, { answers: { 'session/request_permission': () => outcome } });
    const sessionId = await client.open();
    await client.ask('session/prompt', textPrompt(sessionId, 'one'));
    await client.load(sessionId);
    await client.close();
    const all = JSON.stringify([client.received, await entriesOf(log, sessionId)]);
    for (const word of ['emend/by', 'emend/question', 'emend/position', '_emend/', '"by"'])
      expect(all).not.toContain(word);
  },
);

const model = (currentValue: string) => {
  const options = ['small', 'large'].map((value) => ({ value, name: value }));
  return { id: 'model', name: 'Model', type: 'select' as const, currentValue, options };
};

test.each(['june', 'november', 'v1'] as const)(
  '[RO91] [X14] usage, title, commands and options are replayed to a %s client once, as they are now',
  async (dialect) => {
    const served = agent({
      sessions: { log: new MemoryLog(), now: () => 1 },
      newSession: () => ({ configOptions: [model('small')] }),
      setConfigOption: ({ value }) => [model(value)],
      prompt(turn) {
        for (const used of [10, 30, 20]) {
          void turn.usage({ used, size: 100 });
          void turn.info({ title: `Title ${used}` });
          void turn.commands([{ name: `c${used}`, description: 'd' }]);
        }
      },
    });
    const [first, second] = [await rawClientOf(served, 'june'), await rawClientOf(served, dialect)] as const;
    const sessionId = await first.open();
    await first.ask('session/prompt', textPrompt(sessionId, 'one'));
    for (const value of ['large', 'small', 'large'])
      await first.ask('session/set_config_option', { sessionId, configId: 'model', value });
    const answer = await second.load(sessionId);
    const [option] = answer['configOptions'] as readonly Json[];
    expect(option).toMatchObject({ currentValue: 'large' });
    const told = second
      .updates()
      .filter(({ sessionUpdate }) => !/^(?:user_message|state_update)/.test(String(sessionUpdate)))
      .toSorted((one, other) => String(one['sessionUpdate']).localeCompare(String(other['sessionUpdate'])));
    expect(told).toEqual([
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'c20', description: 'd', ...(dialect === 'november' && { type: 'command' }) }],
      },
      { sessionUpdate: 'config_option_update', configOptions: [option] },
      { sessionUpdate: 'session_info_update', title: 'Title 20' },
      { sessionUpdate: 'usage_update', used: 20, size: 100 },
    ]);
    for (const client of [first, second]) await client.close();
  },
);

test('[RO96] [X48] a log that has who did what folds to the same state as one that has not', async () => {
  const log = new MemoryLog();
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
    },
  });
  const outcome = { outcome: { outcome: 'selected', optionId: 'allow' } };
  const answers = { 'session/request_permission': () => outcome };
  const client = await rawClientOf(served, 'june', { answers, serving: { principal: 'ada' } });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'one'));
  const entries = await entriesOf(log, sessionId);
  expect(entries.filter(({ event }) => 'by' in event).map(({ event }) => event.type)).toEqual([
    'prompt_sent',
    'permission_answered',
  ]);
  const without = entries.map((entry) => {
    const { by: _, ...event } = entry.event as typeof entry.event & { by?: unknown };
    return { ...entry, event };
  });
  const fold = (list: typeof entries) => foldedSession(foldEntries(newSessionState(), list));
  expect(fold(entries)).toEqual(fold(without));
  await client.close();
});

test('[RO90] [X49] session/attach and session/detach are not found', async () => {
  const served = agent({ sessions: { log: new MemoryLog() }, prompt() {} });
  const client = await rawClientOf(served, 'june');
  for (const method of ['session/attach', 'session/detach'])
    expect(await client.ask(method, { sessionId: 's' })).toMatchObject({ code: -32601 });
  await client.close();
});
