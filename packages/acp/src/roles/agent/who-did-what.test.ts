import { expect, test } from 'vitest';
import { patientAgent, tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';

const dialects = ['v1', 'june', 'november'] as const;

/** What a client was told of the prompts of a session: the text, and who sent it. */
const promptsTold = (client: RawClient) =>
  client
    .updates()
    .filter(({ sessionUpdate }) => String(sessionUpdate).startsWith('user_message'))
    .map(({ content, _meta }) => {
      const [{ text } = { text: '' }] = [content].flat() as { readonly text: string }[];
      return [text, (_meta as Json | undefined)?.['emend/by']];
    });

test.each(dialects)(
  '[RO96] [X24] what a %s client prompts is told to all, once and with who sent it, and to who joins later; a v1 client that typed it is not told',
  async (dialect) => {
    const { served, goOn, turns } = patientAgent();
    const serving = { principal: 'ada' };
    const sender = await rawClientOf(served, dialect, { serving });
    const sessionId = await sender.open();
    const others = await Promise.all(
      dialects.map((each) => rawClientOf(served, each, { serving: { principal: 'bob' } })),
    );
    for (const client of others) await client.load(sessionId);
    for (const [from, text] of [
      [sender, 'one'],
      [others[1] as RawClient, 'two'],
    ] as const) {
      goOn(text);
      await from.ask('session/prompt', textPrompt(sessionId, text));
      for (const client of [sender, ...others]) await client.until(tells(`${text} ends`));
    }
    const late = await Promise.all(dialects.map((each) => rawClientOf(served, each)));
    for (const client of late) await client.load(sessionId);
    const by = (principal: string) => ({ client: expect.any(String), principal, name: 'raw' });
    const all = [
      ['one', by('ada')],
      ['two', by('bob')],
    ];
    expect(promptsTold(sender)).toEqual(dialect === 'v1' ? all.slice(1) : all);
    expect([...others, ...late].map(promptsTold)).toEqual([...others, ...late].map(() => all));
    expect(turns.length).toBe(2);
    await Promise.all([sender, ...others, ...late].map((client) => client.close()));
  },
);

test.each(dialects)(
  '[RO93] [X26] a mode and an option that a %s client sets are updates for the clients of all dialects, and the answer for itself',
  async (dialect) => {
    const option = (id: string, currentValue: string) => ({
      id,
      name: id,
      ...(id === 'mode' && { category: 'mode' }),
      type: 'select' as const,
      currentValue,
      options: ['a', 'b'].map((value) => ({ value, name: value })),
    });
    const values: Record<string, string> = { mode: 'a', model: 'a' };
    const options = () => ['mode', 'model'].map((id) => option(id, values[id] as string));
    const { served } = patientAgent({
      newSession: () => ({ configOptions: options() }),
      setConfigOption({ configId, value }) {
        values[configId] = value;
        return options();
      },
    });
    const setter = await rawClientOf(served, dialect);
    const sessionId = await setter.open();
    const others = await Promise.all(dialects.map((each) => rawClientOf(served, each)));
    for (const client of others) await client.load(sessionId);
    const set = (configId: string) => {
      if (dialect === 'v1' && configId === 'mode') return setter.ask('session/set_mode', { sessionId, modeId: 'b' });
      const type = dialect === 'november' && { type: 'id' };
      return setter.ask('session/set_config_option', { sessionId, configId, value: 'b', ...type });
    };
    const isOption = ({ sessionUpdate }: Json) => /^(?:config_option|current_mode)_update$/.test(String(sessionUpdate));
    for (const [index, configId] of ['mode', 'model'].entries()) {
      expect(await set(configId)).not.toHaveProperty('code');
      for (const client of others) await client.ask('session/list', {});
      for (const [at, client] of others.entries()) {
        const told = client.updates().filter(isOption);
        const configOptions = told.flatMap(({ configOptions: list }) => (list === undefined ? [] : [list as Json[]]));
        const last = configOptions.at(-1)?.map((each) => [each['id'] ?? each['configId'], each['currentValue']]);
        expect([dialects[at], last]).toEqual([
          dialects[at],
          [
            ['mode', 'b'],
            ['model', index === 0 ? 'a' : 'b'],
          ],
        ]);
        // The mode that there was, with the load, and then the change, once.
        const modes = told.filter(({ sessionUpdate }) => sessionUpdate === 'current_mode_update');
        if (dialects[at] === 'v1') expect(modes.map(({ currentModeId }) => currentModeId)).toEqual(['a', 'b']);
      }
    }
    expect(said(setter.updates())).toEqual([]);
    await Promise.all([setter, ...others].map((client) => client.close()));
  },
);
