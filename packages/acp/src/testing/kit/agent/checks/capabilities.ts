import { isObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { type AreaCheck, area, type DialectRequirements, inAll, noSession } from '../agent-check.ts';
import type { Offer } from '../agent-words.ts';
import { allowing } from '../permission-answer.ts';

/** Whether an agent does what it says that it can do, and nothing else. */
export const capabilityChecks = area('shared', [
  unadvertised('load', 'canReplay', 'session/load', { v1: ['C4', 'B10'], june: ['C4', 'B10'] }),
  unadvertised('resume', 'canResume', 'session/resume', { v1: ['C4', 'B10'], june: ['C4', 'B10'] }),
  unadvertised('list', 'canList', 'session/list', { v1: ['C4', 'B10'], june: ['C4', 'B10'] }),
  unadvertised('close', 'canClose', 'session/close', { v1: ['C4', 'B10'], june: ['C4', 'B10'] }),
  unadvertised('delete', 'canDelete', 'session/delete', { june: ['A20'], november: ['N20'] }),
  {
    id: 'capabilities.of-client',
    title: 'the agent asks nothing of the client that the client has not offered.',
    requirements: { v1: ['A7'], june: ['A7'], november: ['A7', 'N43'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const { ordinary, tool, permission } = scene.prompts;
      for (const text of [ordinary, tool, permission]) {
        if (text !== undefined) await scene.turn(agent, sessionId, text);
      }
      const asked = agent.line.frames.find((frame) => /^(fs|terminal|elicitation)\//.test(methodOf(frame)));
      if (asked !== undefined) fail(`the agent sent ${methodOf(asked)}, which was not offered`, asked);
    },
  },
  {
    id: 'capabilities.meta',
    title: 'what stands in _meta and is not known changes nothing.',
    requirements: inAll('B9'),
    async run(scene) {
      const agent = await scene.open();
      const _meta = { 'emend.check/unknown': { deep: [1, null, 'x'] } };
      const { error, frame } = await agent.line.request('session/new', { cwd: scene.cwd, mcpServers: [], _meta });
      if (error !== undefined) fail('a session with an unknown key in _meta was refused', frame);
    },
  },
  {
    id: 'capabilities.unknown-keys',
    title: 'keys that are not known are no error.',
    requirements: { june: ['B14'], november: ['N83'] },
    async run(scene) {
      const agent = await scene.open();
      const params = { cwd: scene.cwd, mcpServers: [], emendCheckUnknown: { a: 1 } };
      const { error, frame } = await agent.line.request('session/new', params);
      if (error !== undefined) warn('a session with an unknown key was refused', frame);
    },
  },
]);

function unadvertised(name: string, offer: Offer, method: string, requirements: DialectRequirements): AreaCheck {
  return {
    id: `capabilities.${name}`,
    title: `${method} is refused with -32601 if it is not advertised.`,
    requirements,
    async run(scene) {
      if (scene.offers(offer)) skip(`the agent advertises ${method}, so that it need not refuse it`);
      const { line } = await scene.open();
      const params = name === 'list' ? {} : { sessionId: noSession, cwd: scene.cwd, mcpServers: [] };
      const { error, frame } = await line.request(method, params);
      // Only of deleting the text says that it must not be taken.
      if (error === undefined && name === 'delete') fail('it was answered with a result', frame);
      if (error === undefined) warn('it was answered with a result', frame);
      if (error['code'] !== -32601) warn(`it was refused with ${error['code']}, not -32601`, frame);
    },
  };
}

function methodOf({ from, message }: SeenFrame): string {
  return from === 'agent' && isObject(message) && typeof message['method'] === 'string' ? message['method'] : '';
}
