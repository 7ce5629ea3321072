import type { Dialect } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { needing } from '../../needing.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { isAbsolute } from '../absolute-path.ts';
import { area, inAll } from '../agent-check.ts';
import { type SeenTurn, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { allowing } from '../permission-answer.ts';
import { lastStatus, toldCalls } from '../told-messages.ts';

const finished = new Set<unknown>(['completed', 'failed', 'cancelled']);

/** How an agent uses tools. */
export const toolChecks = area('shared', [
  {
    id: 'tools.reported',
    title: 'a tool that the agent uses is reported, with a title, before anything else is said of it.',
    requirements: inAll('A27'),
    async run(scene) {
      const text = scene.prompt('tool');
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const turn = await scene.turn(agent, sessionId, text);
      const calls = toldCalls(turn.updates);
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
    requirements: inAll('A28'),
    async run(scene) {
      const turn = await toolTurn(scene);
      for (const [id, frames] of toldCalls(turn.updates)) {
        const status = lastStatus(frames);
        if (!finished.has(status)) warn(`the tool call "${id}" is "${status}" at the end`, frames.at(-1), turn.end);
      }
    },
  },
  {
    id: 'tools.not-reopened',
    title: 'a tool call that has ended stays ended.',
    requirements: { v1: ['A28'], june: ['A28'], november: ['N58'] },
    async run(scene) {
      const turn = await toolTurn(scene);
      for (const [id, frames] of toldCalls(turn.updates)) {
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
    id: 'tools.unique-ids',
    title: 'a tool call has an id of its own: a new turn does not use one again.',
    requirements: inAll('A27'),
    async run(scene) {
      const text = scene.prompt('tool');
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const first = toldCalls((await scene.turn(agent, sessionId, text)).updates);
      const second = toldCalls((await scene.turn(agent, sessionId, text)).updates);
      for (const [id, frames] of second) {
        if (first.has(id)) warn(`the id "${id}" is used for a second call`, first.get(id)?.[0], frames[0]);
      }
    },
  },
  {
    id: 'tools.paths',
    title: 'the paths of tool calls are absolute, and their lines begin with 1.',
    requirements: inAll('B3'),
    async run(scene) {
      const turn = await toolTurn(scene);
      for (const frames of toldCalls(turn.updates).values())
        for (const frame of frames) checkPlaces(frame, scene.dialect);
    },
  },
  {
    id: 'tools.cancel-unknown',
    title: 'cancelling a tool call or a terminal that does not exist is refused with -32602.',
    requirements: { november: ['N38'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      for (const [method, key] of [
        ['tool_call/cancel', 'toolCallId'],
        ['terminal/cancel', 'terminalId'],
      ] as const) {
        const params = { sessionId, [key]: 'emend-check-no-such-thing' };
        const { error, frame } = await agent.line.request(method, params);
        if (error === undefined) fail(`${method} was answered with a result`, frame);
        if (error['code'] !== -32602) fail(`${method} was refused with ${error['code']}, not -32602`, frame);
      }
    },
  },
]);

async function toolTurn(scene: AgentScene): Promise<SeenTurn> {
  const text = scene.prompt('tool');
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', allowing);
  const turn = await needing('prompt.ends', () => agent.turn(sessionId, text));
  if (toldCalls(turn.updates).size === 0) skip('needs tools.reported, which fails');
  return turn;
}

function checkPlaces(frame: SeenFrame, dialect: Dialect): void {
  const update: JsonObject = updateOf(frame)?.update ?? {};
  const listed = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
  const places = [...listed(update['locations']), ...listed(update['content'])];
  for (const { path, line } of places) {
    if (typeof path === 'string' && !isAbsolute(path)) fail(`the path "${path}" is not absolute`, frame);
    if (typeof line !== 'number' || line >= 1) continue;
    // The schemas of the other dialects allow it.
    (dialect === 'november' ? fail : warn)(`the line ${line} is before the first one`, frame);
  }
}
