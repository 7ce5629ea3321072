import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { type Answer, resultOf } from '../../peer-line.ts';
import { fail, type SeenFrame, skip } from '../../verdict.ts';
import { type BridgeCheck, forPairs } from '../bridge-check.ts';
import type { DialectPair } from '../dialect-pair.ts';
import { hasDialect, isEqualPair } from '../dialect-pair.ts';
import { problemIn, updatesIn } from '../seen-messages.ts';
import { toldValues } from '../told-values.ts';

const rules = (pair: DialectPair) => (hasDialect(pair, 'november') && !isEqualPair(pair) ? ['A22', 'N99'] : ['A22']);

/** How the options of a session cross a bridge beside the plain case. */
export const optionChecks: readonly BridgeCheck[] = [
  {
    id: 'options.again',
    title: 'the options of a session arrive when it is opened again, as they do when it is made.',
    requirements: forPairs(rules),
    async run(scene) {
      const { client, agent } = await scene.open();
      if (!client.words.canReplay(client.initialized)) skip('the client is not told that sessions can be told again');
      const configOptions = toldValues[scene.pair.agent].options('large');
      for (const opening of ['session/load', 'session/resume'])
        agent.line.responders.set(opening, ({ sessionId }) => {
          if (scene.pair.agent === 'november')
            agent.update(sessionId, { sessionUpdate: 'state_update', state: 'idle' });
          return { configOptions };
        });
      const { method, params } = client.words.replay('with-options', scene.cwd);
      const answer = await client.line.request(method, params);
      resultOf(answer, method);
      await client.newSession();
      const option = optionIn(scene.pair, answer, client.updatesOf('with-options'));
      if (option?.['currentValue'] !== 'large') fail('the option does not arrive', answer.frame);
    },
  },
  {
    id: 'options.groups',
    title: 'values of an option that stand in groups arrive, in the form of the dialect of the client.',
    requirements: forPairs(rules),
    async run(scene) {
      const { client, agent } = await scene.open();
      const [option] = toldValues[scene.pair.agent].options('small');
      const values = Array.isArray(option?.['options']) ? option['options'] : [];
      const key = scene.pair.agent === 'november' ? 'groupId' : 'group';
      const groups = values.map((value, index) => ({
        [key]: `group-${index}`,
        name: `Group ${index}`,
        options: [value],
      }));
      agent.line.responders.set('session/new', () => ({
        sessionId: 'with-groups',
        configOptions: [{ ...option, options: groups }],
      }));
      const answer = await client.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
      resultOf(answer, 'session/new');
      const problem = problemIn(scene.pair.client, answer.frame, 'session/new');
      if (problem !== undefined) fail(`the answer that the client gets is malformed: ${problem}`, answer.frame);
      const got = optionIn(scene.pair, answer, [])?.['options'];
      const given = valuesIn(got);
      if (given.join() !== 'small,large') fail(`its values arrive as ${given.join(', ') || 'none'}`, answer.frame);
    },
  },
];

/** Returns the option "model" as the client has it: from an answer, or from updates after it. */
function optionIn(pair: DialectPair, { result }: Answer, frames: readonly SeenFrame[]): JsonObject | undefined {
  const key = pair.client === 'november' ? 'configId' : 'id';
  const lists = [result, ...updatesIn(frames, 'config_option_update')].map((holder) =>
    isObject(holder) && Array.isArray(holder['configOptions']) ? holder['configOptions'].filter(isObject) : [],
  );
  return lists.findLast((list) => list.length > 0)?.find((option) => option[key] === 'model');
}

function valuesIn(options: unknown): unknown[] {
  if (!Array.isArray(options)) return [];
  return options.filter(isObject).flatMap((each) => ('value' in each ? [each['value']] : valuesIn(each['options'])));
}
