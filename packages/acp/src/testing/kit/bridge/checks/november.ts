import { isObject } from '../../../../protocol/reading/guard.ts';
import { updateOf } from '../../agent/agent-line.ts';
import { fail, type SeenFrame } from '../../verdict.ts';
import type { AgentTurn } from '../agent-turn.ts';
import { type BridgeCheck, forPairs } from '../bridge-check.ts';
import type { DialectPair } from '../dialect-pair.ts';
import { fromBridge, hasMethod, holdsText, seen, updatesIn } from '../seen-messages.ts';

const words = (text: string) => ({ type: 'text', text });

/** Rules of a bridge from a November agent to an older client, or the other way round. */
const toOlder =
  (...rules: readonly string[]) =>
  ({ client, agent }: DialectPair) =>
    agent === 'november' && client !== 'november' ? rules : undefined;
const toNovember =
  (...rules: readonly string[]) =>
  ({ client, agent }: DialectPair) =>
    client === 'november' && agent !== 'november' ? rules : undefined;

/** What a bridge has to make up or take away between November and the dialects before it. */
export const novemberChecks: readonly BridgeCheck[] = [
  {
    id: 'november.shared-ids',
    title: 'a thought and a message that share an id in November have different ids for an older client.',
    requirements: forPairs(toOlder('N95')),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.update({ sessionUpdate: 'agent_thought_chunk', messageId: 'both', content: words('A thought.') });
        turn.update({ sessionUpdate: 'agent_message_chunk', messageId: 'both', content: words('A word.') });
        turn.end();
      };
      const { updates } = await client.turn(sessionId, 'Go');
      const [thought] = updatesIn(updates, 'agent_thought_chunk');
      const [message] = updatesIn(updates, 'agent_message_chunk');
      if (thought === undefined || message === undefined) fail('one of them is lost', ...updates);
      if (thought['messageId'] === message['messageId']) fail('they have the same id', ...updates);
    },
  },
  {
    id: 'november.cost',
    title:
      'the cost that November keeps when usage does not tell it is told to an older client, and taken back for a newer one.',
    requirements: forPairs((pair) => toOlder('N100')(pair) ?? toNovember('N100')(pair)),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.update({ sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 2, currency: 'EUR' } });
        turn.update({ sessionUpdate: 'usage_update', used: 3, size: 10 });
        turn.end();
      };
      const { updates } = await client.turn(sessionId, 'Go');
      const last = updatesIn(updates, 'usage_update').at(-1);
      if (last?.['used'] !== 3) fail('the last usage is lost', ...updates);
      const { cost } = last;
      if (scene.pair.client === 'november' ? cost !== null : !isObject(cost) || cost['amount'] !== 2)
        fail('the client ends with another cost', ...updates);
    },
  },
  {
    id: 'november.switch',
    title: 'a switch of a November agent can be seen and set by a client of June.',
    requirements: forPairs((pair) => (pair.client === 'june' ? toOlder('N99')(pair) : undefined)),
    async run(scene) {
      const { client, agent } = await scene.open();
      const option = (currentValue: boolean) => [{ configId: 'fast', name: 'Fast', type: 'boolean', currentValue }];
      let set: unknown;
      agent.line.responders.set('session/new', () => ({ sessionId: 'switch', configOptions: option(false) }));
      agent.line.responders.set('session/set_config_option', (params) => {
        set = params['value'];
        return { configOptions: option(true) };
      });
      const made = await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      const options = isObject(made.result) ? made.result['configOptions'] : undefined;
      const [found] = Array.isArray(options) ? options.filter(isObject) : [];
      const choices = Array.isArray(found?.['options']) ? found['options'].filter(isObject) : [];
      const other = choices.map(({ value }) => value).find((value) => value !== found?.['currentValue']);
      if (found === undefined || other === undefined) fail('the client gets no choice', made.frame);
      const params = { sessionId: 'switch', configId: found['id'], value: other };
      const answer = await client.line.request('session/set_config_option', params);
      if (answer.error !== undefined) fail('it cannot be set', answer.frame);
      if (set !== true)
        fail(`the agent gets ${JSON.stringify(set)} in place of true`, ...fromBridge(agent.line).slice(-1));
    },
  },
  {
    id: 'november.question-states',
    title:
      'a client of November is told that a question needs it, before the question, and that the work goes on after it.',
    requirements: forPairs(toNovember('N113')),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const toolCall = { toolCallId: 'call-1', title: 'Write', kind: 'edit', status: 'pending' };
      agent.onPrompt = async (turn) => {
        turn.announce(toolCall);
        await turn.ask(toolCall).catch(() => undefined);
        turn.say('On we go.');
        turn.end();
      };
      client.line.responders.set('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
      await client.turn(sessionId, 'Ask');
      const frames = fromBridge(client.line);
      const asked = frames.findIndex(hasMethod('session/request_permission'));
      const stateAt = (from: number, to: number) =>
        frames
          .slice(from, to)
          .map(stateOf)
          .findLast((state) => state !== undefined);
      if (stateAt(0, asked) !== 'requires_action')
        fail('the question comes without "requires_action"', ...frames.slice(asked - 1, asked + 1));
      const goesOn = frames.findIndex((frame) => holdsText([frame], 'On we go.'));
      if (stateAt(asked, goesOn) !== 'running')
        fail('the work goes on without "running"', ...frames.slice(asked, goesOn + 1));
    },
  },
  {
    id: 'november.two-prompts',
    title: 'a second prompt of a November client while the first runs is answered, and both turns end.',
    requirements: forPairs(toNovember('N112')),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const turns: AgentTurn[] = [];
      agent.onPrompt = (turn) => {
        turns.push(turn);
        turn.say(`Turn ${turns.length}.`);
        if (turns.length > 1) for (const open of turns) open.end();
      };
      const first = client.line.ask('session/prompt', { sessionId, prompt: [words('one')] });
      await seen(client.line, (frame) => holdsText([frame], 'Turn 1.'), 'the first turn');
      const second = client.line.ask('session/prompt', { sessionId, prompt: [words('two')] });
      // An agent of v1 or June has one turn at a time: if the second prompt waits for it, the first turn ends now.
      await client.newSession();
      if (turns.length === 1) turns[0]?.end();
      for (const { answer } of [first, second]) {
        const { error, frame } = await answer;
        if (error !== undefined) fail('a prompt was refused', frame);
      }
      if (turns.length === 1) await seen(agent.line, () => turns.length > 1, 'the second prompt');
      await seen(client.line, (frame) => holdsText([frame], 'Turn 2.'), 'the second turn');
      await seen(
        client.line,
        () => client.updatesOf(sessionId).map(stateOf).at(-1) === 'idle',
        'the end of the second turn',
      );
    },
  },
];

function stateOf(frame: SeenFrame): unknown {
  const update = updateOf(frame)?.update;
  return update?.['sessionUpdate'] === 'state_update' ? update['state'] : undefined;
}
