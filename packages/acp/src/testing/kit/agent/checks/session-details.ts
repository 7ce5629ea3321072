import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, skip, warn } from '../../verdict.ts';
import { area, inAll } from '../agent-check.ts';
import { updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { allowing } from '../permission-answer.ts';

/** Modes, commands, plans and usage: what a session may have besides its messages. */
export const sessionDetailChecks = area('shared', [
  {
    id: 'modes.current',
    title: 'the current mode is one of the modes.',
    requirements: { v1: ['B1'] },
    async run(scene) {
      const { ids, modes, frame } = await offeredModes(scene);
      if (!ids.includes(modes['currentModeId'])) fail(`"${modes['currentModeId']}" is none of the modes`, frame);
    },
  },
  {
    id: 'modes.set',
    title: 'a mode that was offered can be set; one that was not is an error.',
    requirements: { v1: ['B1'] },
    async run(scene) {
      const { agent, sessionId, ids } = await offeredModes(scene);
      const modeId = ids.at(-1);
      resultOf(await agent.line.request('session/set_mode', { sessionId, modeId }), 'session/set_mode');
      const unknown = { sessionId, modeId: 'emend-check-no-such-mode' };
      const { error, frame } = await agent.line.request('session/set_mode', unknown);
      if (error === undefined) warn('a mode that does not exist was taken', frame);
    },
  },
  {
    id: 'commands.unique',
    title: 'every command has a name of its own, without a slash.',
    requirements: inAll('B1'),
    async run(scene) {
      for (const [update, frame] of await updatesOf(scene, 'available_commands_update')) {
        const { availableCommands } = update;
        const names = Array.isArray(availableCommands)
          ? availableCommands.filter(isObject).map(({ name }) => name)
          : [];
        if (new Set(names).size !== names.length) warn('two commands have the same name', frame);
        const slashed = names.find((name) => typeof name === 'string' && (name === '' || name.startsWith('/')));
        if (slashed !== undefined) warn(`a command is called "${slashed}"`, frame);
      }
    },
  },
  {
    id: 'plans.whole',
    title: 'a plan is told whole each time: entries with a text, a priority and a state.',
    requirements: { june: ['A30', 'A31'], november: ['A30'] },
    async run(scene) {
      for (const [update, frame] of await updatesOf(scene, 'plan_update')) {
        const { plan } = update;
        if (!isObject(plan)) fail('it has no plan', frame);
        if (typeof (plan['planId'] ?? plan['id']) !== 'string') fail('the plan has no id', frame);
      }
    },
  },
  {
    id: 'usage.numbers',
    title: 'usage is told in numbers: what is used, and how much there is.',
    requirements: { june: ['A37'], november: ['A37'] },
    async run(scene) {
      for (const [{ used, size, cost }, frame] of await updatesOf(scene, 'usage_update')) {
        if (typeof used !== 'number' || typeof size !== 'number') fail('used or size is no number', frame);
        if (used < 0 || size < 0) fail('used or size is negative', frame);
        const isPriced =
          !isObject(cost) || (typeof cost['amount'] === 'number' && typeof cost['currency'] === 'string');
        if (!isPriced) fail('a cost has an amount and a currency', frame);
      }
    },
  },
  {
    id: 'title.not-empty',
    title: 'the title of a session is not empty.',
    requirements: { november: ['N44'] },
    async run(scene) {
      for (const [{ title }, frame] of await updatesOf(scene, 'session_info_update')) {
        if (title === '') fail('it is empty', frame);
      }
    },
  },
]);

/** Returns the updates of a kind that come in the turns that the kit can have. */
async function updatesOf(scene: AgentScene, tag: string) {
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', allowing);
  const { ordinary, tool } = scene.prompts;
  for (const text of tool === undefined ? [ordinary] : [ordinary, tool]) await scene.turn(agent, sessionId, text);
  await agent.settled();
  const found = agent.updatesOf(sessionId).flatMap((frame) => {
    const update = updateOf(frame)?.update;
    return update?.['sessionUpdate'] === tag ? [[update, frame] as const] : [];
  });
  return found.length === 0 ? skip(`the agent sent no ${tag}`) : found;
}

async function offeredModes(scene: AgentScene) {
  const agent = await scene.open();
  const answer = await agent.line.request('session/new', { cwd: scene.cwd, mcpServers: [] });
  if (answer.error !== undefined) skip('needs session.new, which fails');
  const { modes, sessionId } = resultOf(answer, 'session/new');
  if (typeof sessionId !== 'string') skip('needs session.new, which fails');
  if (!isObject(modes) || !Array.isArray(modes['availableModes'])) skip('the agent offers no modes');
  const ids = modes['availableModes'].filter(isObject).map((mode: JsonObject) => mode['id']);
  return { agent, sessionId, modes, ids, frame: answer.frame };
}
