import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame, warn } from '../../verdict.ts';
import type { AgentCheck } from '../agent-check.ts';
import { type AgentLine, type SeenTurn, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';

const tags = new Set<unknown>(['tool_call', 'tool_call_update', 'tool_call_content_chunk']);
const finished = new Set<unknown>(['completed', 'failed', 'cancelled']);

/** How an agent uses tools and asks for permission. */
export const toolChecks: readonly AgentCheck[] = [
  {
    id: 'tools.reported',
    title: 'a tool that the agent uses is reported, with a title, before anything else is said of it.',
    requirements: { v1: ['A27'], june: ['A27'], november: ['A27'] },
    async run(scene) {
      const { turn } = await toolTurn(scene, 'tool');
      const calls = callsOf(turn.updates);
      if (calls.size === 0) fail('no tool call was reported in the turn', turn.end);
      for (const [id, [first]] of calls) {
        const update = updateOf(first as SeenFrame)?.update ?? {};
        const isAnnounced = scene.dialect !== 'v1' || update['sessionUpdate'] === 'tool_call';
        if (!isAnnounced) warn(`the tool call "${id}" is updated before it was announced`, first);
        if (typeof update['title'] !== 'string') warn(`the first report of the tool call "${id}" has no title`, first);
      }
    },
  },
  {
    id: 'tools.closed',
    title: 'a tool call that began in a turn has ended when the turn ends.',
    requirements: { v1: ['A28'], june: ['A28'], november: ['A28'] },
    async run(scene) {
      const { turn } = await toolTurn(scene, 'tool');
      for (const [id, frames] of callsOf(turn.updates)) {
        const statuses = frames.map((frame) => updateOf(frame)?.update['status']).filter((status) => status != null);
        if (finished.has(statuses.at(-1))) continue;
        warn(`the tool call "${id}" is "${statuses.at(-1) ?? 'pending'}" when the turn ends`, frames.at(-1), turn.end);
      }
    },
  },
  {
    id: 'tools.not-reopened',
    title: 'a tool call that has ended stays ended.',
    requirements: { v1: ['A28'], june: ['A28'], november: ['N58'] },
    async run(scene) {
      const { turn } = await toolTurn(scene, 'tool');
      for (const [id, frames] of callsOf(turn.updates)) {
        let ended: SeenFrame | undefined;
        for (const frame of frames) {
          const status = updateOf(frame)?.update['status'];
          if (ended !== undefined && (status === 'pending' || status === 'in_progress')) {
            warn(`the tool call "${id}" is "${status}" after it had ended`, ended, frame);
          }
          if (finished.has(status)) ended = frame;
        }
      }
    },
  },
  {
    id: 'permission.options',
    title: 'a permission request offers options, each with an id of its own.',
    requirements: { v1: ['C22'], june: ['C22'], november: ['N42'] },
    async run(scene) {
      const { asked, turn } = await permissionTurn(scene, allow);
      const { options } = paramsOf(asked);
      if (!Array.isArray(options) || options.length === 0) fail('it offers no options', asked);
      const ids = options.map((option) => (isObject(option) ? option['optionId'] : undefined));
      if (new Set(ids).size !== ids.length) fail('two options have the same id', asked);
      if (turn.answer.error !== undefined) fail('the prompt failed after permission was given', turn.answer.frame);
    },
  },
  {
    id: 'permission.cancelled',
    title: 'a permission request that is answered with "cancelled" is no permission, and the turn still ends.',
    requirements: { v1: ['A32'], june: ['A32'], november: ['N42'] },
    async run(scene) {
      const { asked, turn } = await permissionTurn(scene, () => ({ outcome: { outcome: 'cancelled' } }));
      if (turn.answer.error !== undefined) fail('the prompt was answered with an error', asked, turn.answer.frame);
    },
  },
  {
    id: 'permission.unknown-option',
    title: 'an answer that names an option which was not offered is no permission, and the turn still ends.',
    requirements: { june: ['B14'], november: ['N42'] },
    async run(scene) {
      const outcome = { outcome: 'selected', optionId: 'emend-check-not-offered' };
      const { asked, turn } = await permissionTurn(scene, () => ({ outcome }));
      const { toolCallId } = subjectOf(paramsOf(asked));
      const frames = callsOf(turn.updates).get(toolCallId) ?? [];
      const after = frames.filter((frame) => turn.updates.indexOf(frame) >= turn.updates.indexOf(asked));
      const ran = after.find((frame) => updateOf(frame)?.update['status'] === 'completed');
      if (ran !== undefined) fail('the tool call was completed all the same', asked, ran);
    },
  },
];

type ToolPrompt = 'tool' | 'permission';

function allow({ options }: JsonObject): unknown {
  const all = Array.isArray(options) ? options.filter(isObject) : [];
  const chosen = all.find(({ kind }) => kind === 'allow_once') ?? all[0];
  return {
    outcome: chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen['optionId'] },
  };
}

async function toolTurn(scene: AgentScene, what: ToolPrompt): Promise<{ agent: AgentLine; turn: SeenTurn }> {
  const text = scene.prompt(what);
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', allow);
  return { agent, turn: await agent.turn(sessionId, text) };
}

async function permissionTurn(
  scene: AgentScene,
  answer: (params: JsonObject) => unknown,
): Promise<{ asked: SeenFrame; turn: SeenTurn }> {
  const text = scene.prompt('permission');
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', answer);
  const turn = await agent.turn(sessionId, text);
  const asked = agent.line.frames.find(({ from, message }) => {
    return from === 'agent' && isObject(message) && message['method'] === 'session/request_permission';
  });
  return { asked: asked ?? fail('the agent asked for no permission in the turn', turn.end), turn };
}

/** Returns the frames about each tool call, by its id. */
function callsOf(updates: readonly SeenFrame[]): Map<unknown, SeenFrame[]> {
  const calls = new Map<unknown, SeenFrame[]>();
  for (const frame of updates) {
    const update = updateOf(frame)?.update ?? {};
    if (!tags.has(update['sessionUpdate'])) continue;
    calls.set(update['toolCallId'], [...(calls.get(update['toolCallId']) ?? []), frame]);
  }
  return calls;
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
