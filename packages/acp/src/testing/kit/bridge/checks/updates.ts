import { isEqual } from '../../../../bridge/equal.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { type SeenTurn, updateOf } from '../../agent/agent-line.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, type SeenFrame } from '../../verdict.ts';
import type { AgentTurn } from '../agent-turn.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import type { BridgeScene } from '../bridge-scene.ts';
import { type DialectPair, isEqualPair } from '../dialect-pair.ts';
import type { BridgePeers } from '../open-bridge.ts';
import { fromBridge, hasAll, hasMethod, paramsOf, problemIn, seen, textsIn, updatesIn } from '../seen-messages.ts';
import { toldValues } from '../told-values.ts';

const words = (text: string) => ({ type: 'text', text });
const item = (text: string) => ({ type: 'content', content: words(text) });

/** Rules of a value that crosses between two dialects. */
function crossing(plain: readonly string[], november: string): (pair: DialectPair) => readonly string[] {
  return (pair) =>
    isEqualPair(pair) || (pair.client !== 'november' && pair.agent !== 'november') ? plain : [...plain, november];
}

/** Runs a turn in which the agent does something, and returns what the client got of it. */
async function told(
  scene: BridgeScene,
  work: (turn: AgentTurn) => void,
): Promise<{ readonly peers: BridgePeers; readonly turn: SeenTurn; readonly frames: readonly SeenFrame[] }> {
  const { client, agent, sessionId } = await scene.session();
  agent.onPrompt = (turn) => {
    work(turn);
    turn.end();
  };
  const turn = await client.turn(sessionId, 'Go');
  await client.newSession();
  return { peers: { client, agent }, turn, frames: client.updatesOf(sessionId) };
}

/** Returns the value of a key in the last update of a kind. */
function lastOf(frames: readonly SeenFrame[], tag: string, key: string): unknown {
  return updatesIn(frames, tag).at(-1)?.[key];
}

/** How what an agent tells crosses a bridge. */
export const updateChecks: readonly BridgeCheck[] = [
  {
    id: 'update.valid',
    title: 'everything that the client gets is valid in its dialect, and nothing is left in the words of the other.',
    requirements: forPairs((pair) => {
      if (isEqualPair(pair)) return ['B1'];
      if (pair.client === 'november') return ['T1', 'N120'];
      return pair.agent === 'november' ? ['T1', 'N94', 'N102'] : ['T1', 'P6'];
    }),
    async run(scene) {
      const { diff, plan, commands, options } = toldValues[scene.pair.agent];
      const { peers, frames } = await told(scene, (turn) => {
        turn.say('A thought.', 'agent_thought_chunk');
        turn.say('A word.');
        turn.update(plan);
        turn.update(commands);
        turn.update({ sessionUpdate: 'config_option_update', configOptions: options('small') });
        turn.update({ sessionUpdate: 'usage_update', used: 10, size: 1000, cost: { amount: 0.5, currency: 'USD' } });
        turn.update({ sessionUpdate: 'session_info_update', title: 'A title' });
        turn.announce({ toolCallId: 'call-1', title: 'Edit', kind: 'edit', status: 'in_progress', content: [diff] });
        turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' });
      });
      for (const frame of frames) {
        const problem = problemIn(scene.pair.client, frame);
        if (problem !== undefined) fail(`the client gets an update that is malformed: ${problem}`, frame);
      }
      // Before they have agreed, an agent may be asked in the words of another dialect.
      for (const frame of fromBridge(peers.agent.line).filter((sent) => !hasMethod('initialize')(sent))) {
        const problem = problemIn(scene.pair.agent, frame);
        if (problem !== undefined) fail(`the agent gets a message that is malformed: ${problem}`, frame);
      }
    },
  },
  {
    id: 'update.messages',
    title: 'messages and thoughts arrive whole, each as what it is.',
    requirements: inEveryPair(['P1', 'C17']),
    async run(scene) {
      const { frames } = await told(scene, (turn) => {
        turn.say('I think 漢字 ', 'agent_thought_chunk');
        turn.say('so 😀.', 'agent_thought_chunk');
        turn.say('I say\n');
        turn.say('\t"this"\u2028.');
      });
      if (textOf(frames, 'agent_thought') !== 'I think 漢字 so 😀.')
        fail(`the thought arrives as "${textOf(frames, 'agent_thought')}"`, ...frames);
      if (textOf(frames, 'agent_message') !== 'I say\n\t"this"\u2028.')
        fail(`the message arrives as "${textOf(frames, 'agent_message')}"`, ...frames);
    },
  },
  {
    id: 'update.message-ids',
    title: 'every piece of a message has its id, and all pieces of one message the same.',
    requirements: forPairs((pair) => (pair.client === 'v1' ? undefined : ['A25', 'A26'])),
    async run(scene) {
      const { frames } = await told(scene, (turn) => {
        const hasIds = scene.pair.agent !== 'v1';
        for (const text of ['One, ', 'two, ', 'three.'])
          turn.update({
            sessionUpdate: 'agent_message_chunk',
            ...(hasIds && { messageId: 'm' }),
            content: words(text),
          });
      });
      const chunks = frames.filter((frame) => updateOf(frame)?.update['sessionUpdate'] === 'agent_message_chunk');
      const ids = chunks.map((frame) => updateOf(frame)?.update['messageId']);
      const nameless = chunks[ids.findIndex((id) => typeof id !== 'string')];
      if (nameless !== undefined) fail('a piece of a message has no id', nameless);
      if (new Set(ids).size > 1) fail('the pieces of one message have several ids', ...chunks);
    },
  },
  {
    id: 'update.tool-call',
    title: 'a tool call arrives with its title, kind, places, input and output, and its last status.',
    requirements: inEveryPair(['P6', 'C18']),
    async run(scene) {
      const { frames } = await told(scene, (turn) => {
        const locations = [{ path: '/w/notes.txt', line: 3 }];
        turn.announce({
          toolCallId: 'call-1',
          title: 'Read notes',
          kind: 'read',
          status: 'pending',
          locations,
          rawInput: { file: 'notes' },
        });
        turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'in_progress' });
        turn.update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 'call-1',
          status: 'completed',
          content: [item('What is in them')],
          rawOutput: { lines: 7 },
        });
      });
      const calls = updatesIn(frames).filter((update) => update['toolCallId'] === 'call-1');
      const [first] = calls;
      if (first === undefined) fail('the tool call does not arrive', ...frames);
      const tag = scene.pair.client === 'v1' ? 'tool_call' : 'tool_call_update';
      if (first['sessionUpdate'] !== tag) fail(`it is told first by ${first['sessionUpdate']}`, ...frames);
      const last = (key: string) => calls.findLast((call) => call[key] !== undefined)?.[key];
      const arrived = {
        title: last('title'),
        kind: last('kind'),
        status: last('status'),
        rawInput: last('rawInput'),
        rawOutput: last('rawOutput'),
      };
      const expected = {
        title: 'Read notes',
        kind: 'read',
        status: 'completed',
        rawInput: { file: 'notes' },
        rawOutput: { lines: 7 },
      };
      for (const [key, value] of Object.entries(expected))
        if (!isEqual(arrived[key as keyof typeof arrived], value)) fail(`its ${key} is lost or changed`, ...frames);
      if (!hasAll(last('locations'), [{ path: '/w/notes.txt', line: 3 }])) fail('its place is lost', ...frames);
      if (!textsIn(last('content')).includes('What is in them')) fail('its content is lost', ...frames);
    },
  },
  {
    id: 'update.diff',
    title: 'a change of a file arrives in the form of the dialect of the client.',
    requirements: forPairs((pair) => {
      if (pair.agent === 'november' && pair.client !== 'november') return ['N96'];
      return pair.client === 'november' && pair.agent !== 'november' ? ['N116'] : ['P1'];
    }),
    async run(scene) {
      const { frames } = await told(scene, (turn) =>
        turn.announce({
          toolCallId: 'call-1',
          title: 'Edit',
          kind: 'edit',
          status: 'completed',
          content: [toldValues[scene.pair.agent].diff],
        }),
      );
      const content = updatesIn(frames).findLast(
        (update) => Array.isArray(update['content']) && update['toolCallId'] === 'call-1',
      )?.['content'];
      const items = Array.isArray(content) ? content.filter(isObject) : [];
      for (const text of ['/w/notes.txt', 'new line'])
        if (!textsIn(items).some((found) => found.includes(text))) fail(`"${text}" is lost`, ...frames);
      const foreign = items.find(
        (diff) =>
          diff['type'] === 'diff' &&
          !(scene.pair.client === 'november' ? Array.isArray(diff['changes']) : typeof diff['newText'] === 'string'),
      );
      if (foreign !== undefined) fail('it is in the form of another dialect, which the client leaves out', ...frames);
    },
  },
  {
    id: 'update.plan',
    title: 'a plan arrives with every entry, in order, in the form of the dialect of the client.',
    requirements: forPairs(crossing(['P6', 'A30'], 'N99')),
    async run(scene) {
      const { frames } = await told(scene, (turn) => turn.update(toldValues[scene.pair.agent].plan));
      const { plan: form } = toldValues[scene.pair.client];
      const plan = updatesIn(frames, form['sessionUpdate'] as string).at(-1);
      if (plan === undefined) fail('the plan does not arrive', ...frames);
      const holder = scene.pair.client === 'v1' ? plan : plan['plan'];
      const entries = isObject(holder) && Array.isArray(holder['entries']) ? holder['entries'].filter(isObject) : [];
      const given = entries.map(({ content, priority, status }) => `${content}/${priority}/${status}`);
      if (given.join() !== 'Look around/high/completed,Write it down/medium/in_progress')
        fail(`its entries arrive as ${given.join(', ')}`, ...frames);
      const key = scene.pair.client === 'november' ? 'planId' : 'id';
      if (scene.pair.client !== 'v1' && (!isObject(holder) || typeof holder[key] !== 'string'))
        fail(`the plan has no ${key}`, ...frames);
    },
  },
  {
    id: 'update.commands',
    title: 'commands arrive with their hints, in the form of the dialect of the client.',
    requirements: forPairs(crossing(['P1'], 'N99')),
    async run(scene) {
      const { frames } = await told(scene, (turn) => turn.update(toldValues[scene.pair.agent].commands));
      const commands = lastOf(frames, 'available_commands_update', 'availableCommands');
      const [command] = Array.isArray(commands) ? commands.filter(isObject) : [];
      if (command?.['name'] !== 'review' || command['description'] !== 'Reviews it')
        fail('the command does not arrive', ...frames);
      if (!textsIn(command['input']).includes('what to review')) fail('its hint is lost', ...frames);
      if (scene.pair.client === 'november' && command['type'] !== 'command')
        fail('the command has not the type "command", and the client leaves it out', ...frames);
    },
  },
  {
    id: 'update.options',
    title: 'the options of a session arrive, and setting one reaches the agent, each in the form of its dialect.',
    requirements: forPairs(crossing(['A22'], 'N99')),
    async run(scene) {
      const { client, agent } = await scene.open();
      const told = toldValues[scene.pair.agent];
      agent.line.responders.set('session/new', () => ({
        sessionId: 'with-options',
        configOptions: told.options('small'),
      }));
      agent.line.responders.set('session/set_config_option', () => ({ configOptions: told.options('large') }));
      const made = await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      const key = scene.pair.client === 'november' ? 'configId' : 'id';
      const optionOf = (result: JsonObject) =>
        (Array.isArray(result['configOptions']) ? result['configOptions'].filter(isObject) : []).find(
          (option) => option[key] === 'model',
        );
      if (optionOf(resultOf(made, 'session/new'))?.['currentValue'] !== 'small')
        fail('the option does not arrive', made.frame);
      const value = { ...(scene.pair.client === 'november' && { type: 'id' }), value: 'large' };
      const set = await client.line.request('session/set_config_option', {
        sessionId: 'with-options',
        configId: 'model',
        ...value,
      });
      const asked = await seen(agent.line, hasMethod('session/set_config_option'), 'session/set_config_option');
      const problem = problemIn(scene.pair.agent, asked);
      if (problem !== undefined) fail(`the request that the agent gets is malformed: ${problem}`, asked);
      const { configId, value: got } = paramsOf(asked);
      if (configId !== 'model' || got !== 'large') fail('the agent gets another option or value', asked);
      if (optionOf(resultOf(set, 'session/set_config_option'))?.['currentValue'] !== 'large')
        fail('the new value does not arrive', set.frame);
    },
  },
  {
    id: 'update.usage',
    title: 'usage and the title of a session arrive unchanged.',
    requirements: forPairs(crossing(['A37'], 'N100')),
    async run(scene) {
      const { frames } = await told(scene, (turn) => {
        turn.update({
          sessionUpdate: 'usage_update',
          used: 53_000,
          size: 200_000,
          cost: { amount: 0.045, currency: 'USD' },
        });
        turn.update({ sessionUpdate: 'session_info_update', title: 'A “title”' });
      });
      const usage = updatesIn(frames, 'usage_update').at(-1);
      if (usage?.['used'] !== 53_000 || usage['size'] !== 200_000) fail('the usage is lost or changed', ...frames);
      const { cost } = usage;
      if (!isObject(cost) || cost['amount'] !== 0.045 || cost['currency'] !== 'USD')
        fail('the cost is lost or changed', ...frames);
      if (lastOf(frames, 'session_info_update', 'title') !== 'A “title”')
        fail('the title is lost or changed', ...frames);
    },
  },
];

/** Returns the text of all pieces of a kind of message. */
function textOf(frames: readonly SeenFrame[], kind: string): string {
  return updatesIn(frames)
    .filter(({ sessionUpdate }) => String(sessionUpdate).startsWith(kind))
    .flatMap(({ content }) => (Array.isArray(content) ? content : [content]))
    .map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
}
