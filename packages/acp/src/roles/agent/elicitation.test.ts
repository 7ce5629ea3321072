import { describe, expect, test } from 'vitest';
import { toNovember } from '../test-support/november-turn.ts';
import { type Json, rawClient, textPrompt } from '../test-support/raw-client.ts';
import type { Turn } from './turn.ts';

describe('[RO74] [N43] a question to the person', () => {
  const schema = {
    properties: {
      name: { type: 'string', title: 'Name' },
      age: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
    required: ['name'],
  } as const;
  const capabilities = { elicitation: { form: {}, url: {} } };

  async function answered(response: unknown) {
    let answer: { readonly action: string } | undefined;
    const answers = { 'elicitation/create': () => response };
    const { client } = await toNovember(
      async (turn) => {
        answer = await turn.elicit({ message: 'Who?', schema, toolCallId: 'c' });
        // The types of the answers are those of the questions.
        if (answer.action === 'accept') {
          const { name, age, tags } = (answer as Extract<Awaited<ReturnType<typeof ask>>, { action: 'accept' }>)
            .content;
          const typed: [string, number | undefined, readonly string[] | undefined] = [name, age, tags];
          expect(typed).toHaveLength(3);
        }
      },
      { answers, capabilities },
    );
    return { answer, client };
  }
  const ask = (turn: Turn) => turn.elicit({ message: 'Who?', schema });

  test('as a form, around which the agent waits', async () => {
    const { answer, client } = await answered({ action: 'accept', content: { name: 'Ann', age: 7, more: 1 } });
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ann', age: 7 } });
    const { params } = await client.until(({ method }) => method === 'elicitation/create');
    expect(params).toEqual({
      mode: 'form',
      sessionId: 'session-1',
      toolCallId: 'c',
      message: 'Who?',
      requestedSchema: { type: 'object', ...schema },
    });
    const states = client.updates().flatMap(({ state }) => state ?? []);
    expect(states).toEqual(['running', 'requires_action', 'running', 'idle']);
  });

  test.each([
    ['declined', { action: 'decline' }, 'decline'],
    ['dismissed', { action: 'cancel' }, 'cancel'],
    ['answered in a way that is unknown', { action: '_later' }, 'cancel'],
    ['answered with nonsense', { action: 7 }, 'cancel'],
    ['answered without what is required', { action: 'accept', content: {} }, 'cancel'],
    ['answered with another type', { action: 'accept', content: { name: 7 } }, 'cancel'],
  ])('that is %s', async (_, response, action) => {
    expect((await answered(response)).answer).toEqual({ action });
  });

  test('as a page to visit', async () => {
    const { client } = await toNovember(
      async (turn) => {
        const answer = await turn.elicit({ message: 'Sign in', url: 'https://example.com/login' });
        if (answer.action === 'accept') await answer.complete();
      },
      { answers: { 'elicitation/create': () => ({ action: 'accept' }) }, capabilities },
    );
    const { params } = await client.until(({ method }) => method === 'elicitation/create');
    expect(params).toEqual({
      mode: 'url',
      sessionId: 'session-1',
      message: 'Sign in',
      url: 'https://example.com/login',
      elicitationId: 'elicitation-3',
    });
    await client.until(({ method }) => method === 'elicitation/complete');
  });

  test('is withdrawn when the turn is cancelled', async () => {
    let answer: unknown;
    const client = await rawClient(
      'november',
      {
        prompt: async (turn) => {
          answer = await ask(turn);
        },
      },
      { capabilities },
    );
    const sessionId = await client.open();
    await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    await client.until(({ method }) => method === 'elicitation/create');
    client.notify('session/cancel', { sessionId });
    await client.until(({ method }) => method === '$/cancel_request');
    await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
    expect(answer).toEqual({ action: 'cancel' });
  });
});
