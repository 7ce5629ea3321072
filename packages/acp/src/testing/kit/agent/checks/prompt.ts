import { type Dialect, dialects } from '../../../../protocol/dialects.ts';
import { isObject } from '../../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame, warn } from '../../verdict.ts';
import { type AgentCheck, inAll } from '../agent-check.ts';
import { updateOf } from '../agent-line.ts';

/** The updates that begin or continue a message of a person or the agent. */
const messageTags = /^(user|agent)_(message|thought)(_chunk)?$/;

/** How an agent runs a turn. */
export const promptChecks: readonly AgentCheck[] = [
  {
    id: 'prompt.one-answer',
    title: 'a prompt is answered exactly once.',
    requirements: { v1: ['A32'], june: ['A32'], november: ['N22'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { id, turn } = agent.startTurn(sessionId, scene.prompts.ordinary);
      await turn;
      await agent.line.fence();
      const answers = agent.line.frames.filter(({ from, message }) => {
        return from === 'agent' && isAnswer(message) && message['id'] === id;
      });
      if (answers.length > 1) fail(`it was answered ${answers.length} times`, ...answers);
    },
  },
  {
    id: 'prompt.stop-reason',
    title: 'a turn ends with a stop reason of the protocol.',
    requirements: { v1: ['A32', 'B13'], june: ['A32', 'B13'], november: ['N25', 'B13'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { stopReason, end, answer } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail(`the prompt failed: ${answer.error['message']}`, answer.frame);
      if (typeof stopReason !== 'string') {
        if (scene.dialect === 'november') warn('the turn ended without a stop reason', end);
        fail('the turn ended without a stop reason', end);
      }
      const isOwn = stopReason.startsWith('_') && scene.dialect !== 'v1';
      if (!isOwn && !agent.words.stopReasons.includes(stopReason)) {
        fail(`"${stopReason}" is no stop reason of ${dialects[scene.dialect].title}`, end);
      }
    },
  },
  {
    id: 'prompt.valid-updates',
    title: 'every update of a turn is valid in the dialect.',
    requirements: { v1: ['B1'], june: ['B1', 'A25'], november: ['B1', 'N82'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await agent.turn(sessionId, scene.prompts.ordinary);
      for (const frame of agent.line.frames) checkUpdate(frame, scene.dialect);
    },
  },
  {
    id: 'prompt.nothing-late',
    title: 'what the agent says of a turn comes before the turn ends.',
    requirements: inAll('A35'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { end } = await agent.turn(sessionId, scene.prompts.ordinary);
      await agent.line.fence();
      const late = agent.line.frames
        .slice(agent.line.evidence.placeOf(end) + 1)
        .filter((frame) => messageTags.test(String(updateOf(frame)?.update['sessionUpdate'])));
      if (late.length > 0) fail('text of the turn came after its end', end, ...late.slice(0, 3));
    },
  },
  {
    id: 'prompt.says-something',
    title: 'an ordinary prompt gets words, a thought or a tool call.',
    requirements: inAll('A5'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { updates, end } = await agent.turn(sessionId, scene.prompts.ordinary);
      const isSaid = (frame: SeenFrame) => {
        return /^(agent_|tool_call|plan)/.test(String(updateOf(frame)?.update['sessionUpdate']));
      };
      if (!updates.some(isSaid)) warn('the agent said nothing', end);
    },
  },
  {
    id: 'prompt.unknown-session',
    title: 'a prompt for a session that does not exist is an error.',
    requirements: { v1: ['A8'], june: ['A8'], november: ['N36'] },
    async run(scene) {
      const agent = await scene.open();
      const sessionId = 'emend-check-no-such-session';
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }];
      const { error, frame } = await agent.line.request('session/prompt', { sessionId, prompt });
      if (error === undefined) fail('it was answered with a result', frame);
      const isNamed = isObject(error['data']) && error['data']['sessionId'] === sessionId;
      if (scene.dialect === 'november' && (error['code'] !== -32002 || !isNamed)) {
        fail('the error is not -32002 with the session in its data', frame);
      }
    },
  },
];

function checkUpdate(frame: SeenFrame, dialect: Dialect): void {
  const { message } = frame;
  if (frame.from !== 'agent' || !isObject(message) || message['method'] !== 'session/update') return;
  const read = dialects[dialect].sessionUpdate.decode(message['params'], 'strict');
  if (!read.ok) fail(`an update is malformed: ${read.issues.map(formatIssue).join('; ')}`, frame);
}
