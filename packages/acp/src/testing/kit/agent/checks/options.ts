import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip, warn } from '../../verdict.ts';
import { area, refused } from '../agent-check.ts';
import { type AgentLine, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';

/** What an agent lets its user choose. */
export const optionChecks = area('shared', [
  {
    id: 'options.current',
    title: 'the current value of a config option is one of its values.',
    requirements: { v1: ['A21'], june: ['A21'], november: ['N45'] },
    async run(scene) {
      const { options, frame } = await offered(scene);
      for (const option of options) {
        const values = valuesOf(option);
        if (values === undefined || values.includes(option['currentValue'])) continue;
        fail(`"${idOf(option)}" is ${JSON.stringify(option['currentValue'])}, which is none of its values`, frame);
      }
    },
  },
  {
    id: 'options.unique-ids',
    title: 'every config option has an id of its own.',
    requirements: { v1: ['A22'], june: ['A22'], november: ['N35'] },
    async run(scene) {
      const { options, frame } = await offered(scene);
      const ids = options.map(idOf);
      if (new Set(ids).size !== ids.length) fail('two options have the same id', frame);
    },
  },
  {
    id: 'options.set',
    title: 'setting a config option is answered with the complete list of options, with the new value.',
    requirements: { v1: ['A22'], june: ['A22'], november: ['N35'] },
    async run(scene) {
      const chosen = await offered(scene);
      const { option, values } = selectOf(chosen.options);
      const value = values.find((each) => each !== option['currentValue']) ?? values[0];
      const answer = await set(scene, chosen, { configId: idOf(option), value });
      const { configOptions } = resultOf(answer, 'session/set_config_option');
      if (!Array.isArray(configOptions)) fail('the answer has no configOptions', answer.frame);
      const now = configOptions.filter(isObject).find((each) => idOf(each) === idOf(option));
      if (now?.['currentValue'] !== value) fail(`"${idOf(option)}" is not ${JSON.stringify(value)}`, answer.frame);
      if (configOptions.length < chosen.options.length) fail('the list is not complete', answer.frame);
    },
  },
  {
    id: 'options.unknown',
    title: 'setting a config option that does not exist is an error.',
    requirements: { june: ['A22'], november: ['N35'] },
    async run(scene) {
      const chosen = await offered(scene);
      const answer = await set(scene, chosen, { configId: 'emend-check-no-such-option', value: 'x' });
      refused(answer, scene.dialect, -32602);
    },
  },
  {
    id: 'options.wrong-value',
    title: 'a value that a config option does not have is an error, and changes nothing.',
    requirements: { june: ['A22'], november: ['N35'] },
    async run(scene) {
      const chosen = await offered(scene);
      const { option } = selectOf(chosen.options);
      const answer = await set(scene, chosen, { configId: idOf(option), value: 'emend-check-no-such-value' });
      // June does not say what becomes of a wrong value.
      if (answer.error === undefined && scene.dialect === 'june') warn('it was taken', answer.frame);
      refused(answer, scene.dialect, -32602);
      // Setting the option itself would hide what became of it.
      const other =
        chosen.options.find((each) => each !== option && typeof each['currentValue'] === 'string') ?? option;
      const value = other['currentValue'];
      const again = await needing('options.set', async () => {
        return resultOf(await set(scene, chosen, { configId: idOf(other), value }), 'session/set_config_option');
      });
      const { configOptions } = again;
      const others = Array.isArray(configOptions) ? configOptions.filter(isObject) : [];
      const changed = chosen.options.find((before) => {
        const now = others.find((each) => idOf(each) === idOf(before));
        return now !== undefined && now['currentValue'] !== before['currentValue'];
      });
      if (changed !== undefined) fail(`"${idOf(changed)}" has changed`, answer.frame, chosen.agent.line.frames.at(-1));
    },
  },
  {
    id: 'options.separate',
    title: 'setting a config option of one session changes no other session.',
    requirements: { v1: ['A22'], june: ['A22'], november: ['N35'] },
    async run(scene) {
      const one = await offered(scene);
      const selects = one.options.filter((option) => (valuesOf(option)?.length ?? 0) > 1);
      const [first, second] = selects;
      if (first === undefined || second === undefined) skip('the agent has less than two options with several values');
      const other = await offeredBy(scene, one.agent);
      if (other.sessionId === one.sessionId) skip('needs session.unique-ids, which fails');
      const before = other.options.find((option) => idOf(option) === idOf(first));
      const value = valuesOf(first)?.find((each) => each !== before?.['currentValue']);
      const from = one.agent.line.frames.length;
      const changed = await needing('options.set', async () => {
        const answer = await set(scene, one, { configId: idOf(first), value });
        resultOf(answer, 'session/set_config_option');
        return answer;
      });
      // The other session shows all its options when one of them is set to what it is.
      const current = other.options.find((option) => idOf(option) === idOf(second))?.['currentValue'];
      const answer = await set(scene, other, { configId: idOf(second), value: current });
      if (answer.error !== undefined) skip('needs options.current, which fails: an option cannot be set to what it is');
      const { configOptions } = resultOf(answer, 'session/set_config_option');
      const now = (Array.isArray(configOptions) ? configOptions.filter(isObject) : []).find(
        (option) => idOf(option) === idOf(first),
      );
      if (now === undefined || now['currentValue'] === before?.['currentValue']) return;
      // An agent may change options by itself if it says so.
      const isTold = one.agent.updatesOf(other.sessionId, from).some((frame) => {
        return updateOf(frame)?.update['sessionUpdate'] === 'config_option_update';
      });
      if (!isTold) fail(`"${idOf(first)}" has changed in another session, too`, changed.frame, answer.frame);
    },
  },
  {
    id: 'options.typed',
    title: 'a value of a config option without its type is refused with -32602.',
    requirements: { november: ['N35'] },
    async run(scene) {
      const { agent, sessionId, options } = await offered(scene);
      const { option, values } = selectOf(options);
      const params = { sessionId, configId: idOf(option), value: values[0] };
      refused(await agent.line.request('session/set_config_option', params), scene.dialect, -32602);
    },
  },
]);

interface Offered {
  readonly agent: AgentLine;
  readonly sessionId: string;
  readonly options: readonly JsonObject[];
}

async function offered(scene: AgentScene) {
  return offeredBy(scene, await scene.open());
}

async function offeredBy(scene: AgentScene, agent: AgentLine) {
  const answer = await agent.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
  if (answer.error !== undefined) skip('needs session.new, which fails');
  const { configOptions, sessionId } = resultOf(answer, 'session/new');
  if (typeof sessionId !== 'string') skip('needs session.new, which fails');
  if (!Array.isArray(configOptions) || configOptions.length === 0) skip('the agent offers no config options');
  return { agent, sessionId, options: configOptions.filter(isObject), frame: answer.frame };
}

function set(scene: AgentScene, { agent, sessionId }: Offered, given: JsonObject) {
  const params = { sessionId, ...given, ...(scene.dialect === 'november' && { type: 'id' }) };
  return agent.line.request('session/set_config_option', params);
}

function selectOf(options: readonly JsonObject[]): {
  readonly option: JsonObject;
  readonly values: readonly unknown[];
} {
  const option = options.find((each) => (valuesOf(each)?.length ?? 0) > 0) ?? skip('no option has values');
  return { option, values: valuesOf(option) ?? [] };
}

function idOf(option: JsonObject): unknown {
  return option['configId'] ?? option['id'];
}

/** Returns the values of a select, also those in groups; `undefined` for other types. */
function valuesOf({ type, options }: JsonObject): unknown[] | undefined {
  if (type !== 'select' || !Array.isArray(options)) return undefined;
  return options.filter(isObject).flatMap((option) => {
    const inner = option['options'];
    return Array.isArray(inner) ? inner.filter(isObject).map(({ value }) => value) : [option['value']];
  });
}
