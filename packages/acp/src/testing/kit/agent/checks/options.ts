import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip } from '../../verdict.ts';
import type { AgentCheck } from '../agent-check.ts';
import type { AgentScene } from '../agent-scene.ts';

/** What an agent lets its user choose. */
export const optionChecks: readonly AgentCheck[] = [
  {
    id: 'options.current',
    title: 'the current value of an option is one of its values.',
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
    id: 'options.set',
    title: 'setting an option is answered with the complete list of options.',
    requirements: { v1: ['A22'], june: ['A22'], november: ['N35'] },
    async run(scene) {
      const { options, agent, sessionId } = await offered(scene);
      const option = options.find((each) => (valuesOf(each)?.length ?? 0) > 0) ?? skip('no option has values');
      const value = valuesOf(option)?.at(-1);
      const answer = await agent.line.request('session/set_config_option', {
        sessionId,
        configId: idOf(option),
        value,
        ...(scene.dialect === 'november' && { type: 'id' }),
      });
      const { configOptions } = resultOf(answer, 'session/set_config_option');
      if (!Array.isArray(configOptions)) fail('the answer has no configOptions', answer.frame);
      const set = configOptions.filter(isObject).find((each) => idOf(each) === idOf(option));
      if (set?.['currentValue'] !== value) fail(`"${idOf(option)}" is not ${JSON.stringify(value)}`, answer.frame);
      if (configOptions.length < options.length) fail('the list is not complete', answer.frame);
    },
  },
  {
    id: 'options.unknown',
    title: 'setting an option that does not exist is an error.',
    requirements: { june: ['A22'], november: ['N35'] },
    async run(scene) {
      const { agent, sessionId } = await offered(scene);
      const { error, frame } = await agent.line.request('session/set_config_option', {
        sessionId,
        configId: 'emend-check-no-such-option',
        value: 'x',
        ...(scene.dialect === 'november' && { type: 'id' }),
      });
      if (error === undefined) fail('it was answered with a result', frame);
      if (scene.dialect === 'november' && error['code'] !== -32602) fail('the error is not -32602', frame);
    },
  },
];

async function offered(scene: AgentScene) {
  const agent = await scene.open();
  const answer = await agent.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
  const { configOptions, sessionId } = resultOf(answer, 'session/new');
  if (!Array.isArray(configOptions) || configOptions.length === 0) skip('the agent offers no options');
  return { agent, sessionId: String(sessionId), options: configOptions.filter(isObject), frame: answer.frame };
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
