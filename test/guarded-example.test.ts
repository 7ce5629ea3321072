import { beforeAll, describe, expect, test } from 'vitest';
import { buildExamples } from './support/build.ts';
import { accepted, chunk, newFolder, startAsV1, startExample, whole } from './support/example-programs.ts';
import { modelEndpoint } from './support/model-endpoint.ts';

beforeAll(() => buildExamples());

describe('guarded-agent', () => {
  const openAgent = async (model: { readonly url: string }) => {
    const agent = await startExample(['guarded-agent'], { env: { OPENAI_BASE_URL: model.url } });
    return {
      agent,
      session: await agent.client.newSession({ cwd: newFolder() }),
      [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
    };
  };

  test('never sends what looks like a key, and takes back what turns out to be a card number', async () => {
    await using agent = await startExample(['guarded-agent']);
    const session = await agent.client.newSession({ cwd: newFolder() });
    expect(await session.prompt('What is my key?')).toEqual({ stopReason: 'end_turn' });
    expect(agent.updates).toEqual([
      accepted('What is my key?'),
      ...['Your key ', 'is ', '[redacted], your ', 'card 4111 ', '1111 1111 '].map(chunk),
      whole('Your key is [redacted], your card [redacted]. '),
      ...['Keep both ', 'safe.'].map(chunk),
    ]);
  });

  const key = 'sk-proj-0123_4567-89abcdefghij';

  test.each([1, 3])('sends nothing of a key that comes in tokens of %i characters', async (size) => {
    const tokens = `It is ${key}.`.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    await using model = await modelEndpoint([tokens]);
    await using opened = await openAgent(model);
    await opened.session.prompt('What is my key?');
    expect(opened.agent.updates).toEqual([accepted('What is my key?'), ...['It ', 'is ', '[redacted].'].map(chunk)]);
  });

  test('sends nothing of a key at the end, and leaves long words alone that are none', async () => {
    const words = 'skateboarding-competition task-0123456789abcdef ';
    await using model = await modelEndpoint([[words, key]]);
    await using opened = await openAgent(model);
    await opened.session.prompt('What is my key?');
    expect(opened.agent.updates).toEqual([accepted('What is my key?'), chunk(words), chunk('[redacted]')]);
  });

  test('shows a client of v1 nothing that it would have to take back', async () => {
    await using client = await startAsV1('guarded-agent');
    expect(await client.prompt('What is my key?')).toEqual({ stopReason: 'end_turn' });
    expect(client.updates).toEqual(
      ['Your key is [redacted], your card [redacted]. ', 'Keep both ', 'safe.'].map(chunk),
    );
  });

  test('streams from an endpoint that the environment names, with the conversation so far', async () => {
    await using model = await modelEndpoint([['Hé', 'llo ', 'ghp_0123456789abcdef!'], ['Again.']]);
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'key-of-the-test', OPENAI_MODEL: 'small' };
    await using agent = await startExample(['guarded-agent'], { env });
    const session = await agent.client.newSession({ cwd: newFolder() });
    await session.prompt('One');
    await session.prompt('Two');
    expect(agent.updates).toEqual([
      accepted('One'),
      chunk('Hé'),
      chunk('llo '),
      chunk('[redacted]!'),
      accepted('Two'),
      chunk('Again.'),
    ]);
    const request = (...messages: unknown[]) => ({
      path: '/v1/chat/completions',
      authorization: 'Bearer key-of-the-test',
      body: { model: 'small', messages, stream: true },
    });
    const one = { role: 'user', content: 'One' };
    expect(model.requests).toEqual([
      request(one),
      request(one, { role: 'assistant', content: 'Héllo [redacted]!' }, { role: 'user', content: 'Two' }),
    ]);
  });

  test('hangs up on the model when the turn is cancelled', async () => {
    await using model = await modelEndpoint([{ hangs: ['Well, '] }]);
    await using agent = await startExample(['guarded-agent'], { env: { OPENAI_BASE_URL: model.url } });
    const session = await agent.client.newSession({ cwd: newFolder() });
    session.subscribe(() => {
      if (session.state.messages.length === 2) session.cancel();
    });
    expect(await session.prompt('Speak')).toEqual({ stopReason: 'cancelled' });
    await model.abandoned;
    expect(agent.updates).toEqual([accepted('Speak'), chunk('Well, ')]);
  });

  const event = (value: unknown) => `data:${JSON.stringify(value)}\n\n`;

  test('says what is wrong with the model, and forgets the prompt that failed', async () => {
    const begun = event({ choices: [{ delta: { content: 'Well, ' } }] });
    await using model = await modelEndpoint([
      500,
      { body: begun + event({ error: { message: `wrong key ${key}` } }) },
      { body: begun },
      { body: '<html>' },
      { body: `${event({ choices: [{ delta: { content: 'Back.' }, finish_reason: 'length' }] })}` },
    ]);
    await using opened = await openAgent(model);
    const { session } = opened;
    for (const reason of [
      '500',
      '{"message":"wrong key [redacted]"}',
      'the answer broke off',
      'the answer broke off',
    ]) {
      await expect(session.prompt('One')).rejects.toMatchObject({
        code: -32603,
        message: `The model failed: ${reason}`,
      });
    }
    expect(await session.prompt('Two')).toEqual({ stopReason: 'max_tokens' });
    expect(opened.agent.updates.at(-1)).toEqual(chunk('Back.'));
    expect(model.requests.at(-1)?.body).toMatchObject({ messages: [{ role: 'user', content: 'Two' }] });
  });

  test.each([
    ['http://127.0.0.1:4', 'fetch failed ECONNREFUSED'],
    ['nonsense', 'Failed to parse URL from nonsense/chat/completions ERR_INVALID_URL'],
  ])('says that there is no model at %s', async (url, reason) => {
    await using opened = await openAgent({ url });
    await expect(opened.session.prompt('One')).rejects.toMatchObject({ message: `The model failed: ${reason}` });
  });
});
