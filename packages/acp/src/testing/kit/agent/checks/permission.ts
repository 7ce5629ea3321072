import { dialects } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { needing } from '../../needing.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area, inAll } from '../agent-check.ts';
import { type AgentLine, type SeenTurn, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { allowing } from '../permission-answer.ts';
import { toldCalls } from '../told-messages.ts';

const method = 'session/request_permission';

/** How an agent asks for permission. */
export const permissionChecks = area('shared', [
  {
    id: 'permission.asked',
    title: 'the agent asks for permission, and the turn ends after it is given.',
    requirements: { v1: ['C22'], june: ['C22'], november: ['N42'] },
    async run(scene) {
      const { turn } = await permissionTurn(scene, allowing);
      if (turn.answer.error !== undefined) fail('the prompt failed after permission was given', turn.answer.frame);
    },
  },
  {
    id: 'permission.valid',
    title: 'a permission request is valid in the dialect.',
    requirements: { v1: ['B1'], june: ['B1'], november: ['B1', 'N42'] },
    async run(scene) {
      const { asked } = await needing('permission.asked', () => permissionTurn(scene, allowing));
      const read = dialects[scene.dialect].methods[method]?.params.decode(paramsOf(asked), 'strict');
      if (read?.ok === false) fail(`it is malformed: ${read.issues.map(formatIssue).join('; ')}`, asked);
    },
  },
  {
    id: 'permission.options',
    title: 'a permission request offers options, each with an id of its own.',
    requirements: { v1: ['C22'], june: ['C22'], november: ['N42'] },
    async run(scene) {
      const { asked } = await needing('permission.asked', () => permissionTurn(scene, allowing));
      const { options } = paramsOf(asked);
      if (!Array.isArray(options) || options.length === 0) fail('it offers no options', asked);
      const ids = options.map((option) => (isObject(option) ? option['optionId'] : undefined));
      if (new Set(ids).size !== ids.length) fail('two options have the same id', asked);
    },
  },
  {
    id: 'permission.session',
    title: 'a permission request names the session that it is about.',
    requirements: inAll('C22'),
    async run(scene) {
      const { asked, sessionId } = await needing('permission.asked', () => permissionTurn(scene, allowing));
      if (paramsOf(asked)['sessionId'] !== sessionId) fail('it names another session', asked);
    },
  },
  {
    id: 'permission.in-progress',
    title: 'a tool call that was allowed is reported to be in progress.',
    requirements: inAll('A28'),
    async run(scene) {
      const { asked, turn, agent } = await needing('permission.asked', () => permissionTurn(scene, allowing));
      const after = statusesAfter(agent, asked, turn);
      if (after.length === 0) skip('nothing more is told of the tool call');
      const isReported = after.some((frame) => updateOf(frame)?.update['status'] === 'in_progress');
      if (!isReported) warn('it was not', asked, ...after.slice(0, 2));
    },
  },
  {
    id: 'permission.cancelled',
    title: 'a permission request that is answered with "cancelled" is no permission, and the turn still ends.',
    requirements: { v1: ['A32', 'C22'], june: ['A32', 'C22'], november: ['N42'] },
    run: (scene) => notAllowed(scene, { outcome: 'cancelled' }),
  },
  {
    id: 'permission.rejected',
    title: 'an option that rejects is no permission, and the turn still ends.',
    requirements: { v1: ['A32', 'C22'], june: ['A32', 'C22'], november: ['N42'] },
    run: (scene) =>
      notAllowed(scene, ({ options }) => {
        const all = Array.isArray(options) ? options.filter(isObject) : [];
        const rejecting = all.find(({ kind }) => kind === 'reject_once');
        return rejecting === undefined ? undefined : { outcome: 'selected', optionId: rejecting['optionId'] };
      }),
  },
  {
    id: 'permission.unknown-option',
    title: 'an answer that names an option which was not offered is no permission, and the turn still ends.',
    requirements: { june: ['B14'], november: ['N42'] },
    run: (scene) => notAllowed(scene, { outcome: 'selected', optionId: 'emend-check-not-offered' }),
  },
  {
    id: 'permission.unknown-outcome',
    title: 'an outcome that is not known is no permission, and the turn still ends.',
    requirements: { november: ['N42'] },
    run: (scene) => notAllowed(scene, { outcome: '_emend-check-unknown' }),
  },
]);

type Outcome = JsonObject | ((params: JsonObject) => JsonObject | undefined);

/** Answers a permission request with what is no permission: the tool call must not be completed, and the turn must end. */
async function notAllowed(scene: AgentScene, outcome: Outcome): Promise<void> {
  let isAnswered = true;
  const answering = (params: JsonObject) => {
    const given = typeof outcome === 'function' ? outcome(params) : outcome;
    isAnswered = given !== undefined;
    return { outcome: given ?? { outcome: 'cancelled' } };
  };
  const { asked, turn, agent } = await permissionTurn(scene, answering);
  if (!isAnswered) skip('no option rejects');
  const completed = statusesAfter(agent, asked, turn).find(
    (frame) => updateOf(frame)?.update['status'] === 'completed',
  );
  if (completed !== undefined) fail('the tool call was completed all the same', asked, completed);
  if (turn.answer.error === undefined) return;
  // v1 and June have no word for an answer that makes no sense; a turn may then fail.
  const isUnknown = typeof outcome === 'object' && outcome['outcome'] !== 'cancelled';
  if (isUnknown && scene.dialect !== 'november') return;
  fail('the prompt was answered with an error', asked, turn.answer.frame);
}

/** Returns the updates with a status of the tool call that a permission request is about, after the request. */
function statusesAfter({ line }: AgentLine, asked: SeenFrame, turn: SeenTurn): readonly SeenFrame[] {
  const { toolCallId } = subjectOf(paramsOf(asked));
  const frames = toldCalls(turn.updates).get(toolCallId) ?? [];
  return frames.filter((frame) => line.evidence.placeOf(frame) > line.evidence.placeOf(asked));
}

async function permissionTurn(scene: AgentScene, answer: (params: JsonObject) => unknown) {
  const text = scene.prompt('permission');
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set(method, answer);
  const turn = await agent.turn(sessionId, text);
  const asked = agent.line.frames.find(({ from, message }) => {
    return from === 'agent' && isObject(message) && message['method'] === method;
  });
  return { agent, sessionId, asked: asked ?? fail('the agent asked for no permission', turn.end), turn };
}

function paramsOf({ message }: SeenFrame): JsonObject {
  const params = isObject(message) ? message['params'] : undefined;
  return isObject(params) ? params : {};
}

/** Returns the tool call that a permission request is about. */
function subjectOf({ toolCall, subject }: JsonObject): JsonObject {
  if (isObject(toolCall)) return toolCall;
  const inner = isObject(subject) ? subject['toolCall'] : undefined;
  return isObject(inner) ? inner : {};
}
