import { type Dialect, dialects } from '../../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../../protocol/reading/issue.ts';
import { isAnswer } from '../../peer-line.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area, inAll, noSession, refused, validResult } from '../agent-check.ts';
import { isState, updateOf } from '../agent-line.ts';
import { at } from '../agent-words.ts';
import { allowing } from '../permission-answer.ts';
import { isMessage } from '../told-messages.ts';

const ownTag = /^_/;

/** The updates of the drafts of v2. June knows those of November as variants that may come; those of v1 are none of either. */
const ofDrafts =
  /^((user|agent)_(message|thought)(_chunk)?|tool_call_(update|content_chunk)|plan_(update|removed)|(available_commands|config_option|session_info|usage|state|terminal|compaction|subagent)_update|terminal_output_chunk|compaction_summary_chunk|session_message(_chunk)?|notice)$/;

/** How an agent runs a turn. */
export const promptChecks = area('shared', [
  {
    id: 'prompt.ends',
    company: 'own',
    title: 'a prompt is answered, and its turn ends.',
    requirements: { v1: ['A5', 'A32'], june: ['A5', 'A32'], november: ['N20', 'N22', 'N25'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { answer } = await agent.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail('the prompt was answered with an error', answer.frame);
    },
  },
  {
    id: 'prompt.one-answer',
    title: 'a prompt is answered exactly once.',
    requirements: { v1: ['A32'], june: ['A32'], november: ['N22'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      await agent.settled();
      const answers = agent.line.frames.filter(({ from, message }) => from === 'agent' && isAnswer(message));
      const idOf = ({ message }: SeenFrame) => (message as { readonly id?: unknown }).id;
      const second = answers.find((answer, at) => answers.findIndex((other) => idOf(other) === idOf(answer)) < at);
      if (second === undefined) return;
      fail('a request was answered twice', ...answers.filter((answer) => idOf(answer) === idOf(second)));
    },
  },
  {
    id: 'prompt.stop-reason',
    title: 'a turn ends with a stop reason of the protocol.',
    requirements: { v1: ['A32', 'B13'], june: ['A32', 'B13'], november: ['N25', 'B13'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { stopReason, end } = await scene.turn(agent, sessionId);
      if (typeof stopReason !== 'string') {
        if (scene.dialect === 'november') warn('the turn ended without a stop reason', end);
        fail('the turn ended without a stop reason', end);
      }
      const isOwn = stopReason.startsWith('_') && scene.dialect !== 'v1';
      if (!isOwn && !agent.words.stopReasons.includes(stopReason)) {
        fail(`"${stopReason}" is no stop reason of ${dialects[scene.dialect].title}`, end);
      }
      if (stopReason === 'cancelled') fail('nobody has cancelled it', end);
    },
  },
  {
    id: 'prompt.valid',
    title: 'every update and every answer of a turn is valid in the dialect.',
    requirements: { v1: ['B1'], june: ['B1', 'A25', 'A31', 'A37'], november: ['B1', 'N82'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      const { ordinary, tool } = scene.prompts;
      for (const text of tool === undefined ? [ordinary] : [ordinary, tool]) {
        const { answer } = await scene.turn(agent, sessionId, text);
        // Whether there is a stop reason, and which, is a check of its own.
        if (scene.dialect === 'november') validResult(scene.dialect, 'session/prompt', answer);
      }
      for (const frame of agent.line.frames) checkUpdate(frame, scene.dialect);
    },
  },
  {
    id: 'prompt.own-words',
    title: 'the agent uses the updates of its dialect; own ones begin with "_".',
    requirements: { june: ['B13'], november: ['B13'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      agent.line.responders.set('session/request_permission', allowing);
      await scene.turn(agent, sessionId, scene.prompts.tool ?? scene.prompts.ordinary);
      for (const frame of agent.updatesOf(sessionId)) {
        const tag = String(updateOf(frame)?.update['sessionUpdate']);
        if (ownTag.test(tag) || ofDrafts.test(tag)) continue;
        fail(`"${tag}" is no update of ${dialects[scene.dialect].title}`, frame);
      }
    },
  },
  {
    id: 'prompt.nothing-late',
    title: 'what the agent says of a turn comes before the turn ends.',
    requirements: { v1: ['A32'], june: ['A32'], november: ['N25'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { end } = await scene.turn(agent, sessionId);
      await agent.settled();
      for (const frame of agent.updatesOf(sessionId, agent.line.evidence.placeOf(end) + 1)) {
        // Work that nobody has asked for may begin at any time.
        if (isState(frame)) return;
        if (isMessage(frame)) fail('text of the turn came after its end', end, frame);
      }
    },
  },
  {
    id: 'prompt.says-something',
    title: 'an ordinary prompt gets words, a thought or a tool call.',
    requirements: { v1: ['A5'], june: ['A5'], november: ['N20'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const { updates, end } = await scene.turn(agent, sessionId);
      const isSaid = (frame: SeenFrame) => {
        return /^(agent_|tool_call|plan)/.test(String(updateOf(frame)?.update['sessionUpdate']));
      };
      if (!updates.some(isSaid)) warn('the agent said nothing', end);
    },
  },
  {
    id: 'prompt.resource-link',
    title: 'a prompt may have a link to a resource.',
    requirements: inAll('A6'),
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      const link = { type: 'resource_link', name: 'notes.txt', uri: 'file:///emend-check/notes.txt' };
      const { answer } = await agent.turn(sessionId, [{ type: 'text', text: scene.prompts.ordinary }, link]);
      if (answer.error !== undefined) fail('it was answered with an error', answer.frame);
    },
  },
  {
    id: 'prompt.unoffered-block',
    title: 'a prompt with a kind of content that the agent does not offer is refused with -32602.',
    requirements: { november: ['N37'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const offered = at(agent.initialized, 'capabilities', 'session', 'prompt');
      const block =
        unofferedBlocks.find(({ type }) => !isObject(at(offered, String(type)))) ?? skip('every kind is offered');
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }, block];
      refused(await agent.line.request('session/prompt', { sessionId, prompt }), scene.dialect, -32602);
    },
  },
  {
    id: 'prompt.unknown-session',
    title: 'a prompt for a session that does not exist is an error.',
    requirements: { v1: ['A8'], june: ['A8'], november: ['N36'] },
    async run(scene) {
      const agent = await scene.open();
      const prompt = [{ type: 'text', text: scene.prompts.ordinary }];
      const answer = await agent.line.request('session/prompt', { sessionId: noSession, prompt });
      if (scene.dialect !== 'november') return refused(answer, scene.dialect);
      refused(answer, scene.dialect, -32002);
      const data = answer.error?.['data'];
      const isNamed = isObject(data) && data['sessionId'] === noSession;
      if (!isNamed) fail('its data does not name the session', answer.frame);
    },
  },
  {
    id: 'prompt.malformed',
    title: 'a prompt that is no list of blocks is an error, and the session goes on.',
    requirements: { v1: ['B14'], june: ['B14'], november: ['B14', 'N23'] },
    async run(scene) {
      const { agent, sessionId } = await scene.session();
      const from = agent.line.frames.length;
      const answer = await agent.line.request('session/prompt', { sessionId, prompt: scene.prompts.ordinary });
      refused(answer, scene.dialect, -32602);
      const inserted = agent.updatesOf(sessionId, from).find(isMessage);
      if (inserted !== undefined) fail('a refused prompt left a message', answer.frame, inserted);
      const next = await agent.turn(sessionId, scene.prompts.ordinary);
      if (next.answer.error !== undefined) fail('the next prompt failed', next.answer.frame);
    },
  },
]);

const unofferedBlocks: readonly JsonObject[] = [
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  { type: 'image', data: 'AAAA', mimeType: 'image/png' },
];

function checkUpdate(frame: SeenFrame, dialect: Dialect): void {
  const { message } = frame;
  if (frame.from !== 'agent' || !isObject(message) || message['method'] !== 'session/update') return;
  const read = dialects[dialect].sessionUpdate.decode(message['params'], 'strict');
  if (!read.ok) fail(`an update is malformed: ${read.issues.map(formatIssue).join('; ')}`, frame);
}
