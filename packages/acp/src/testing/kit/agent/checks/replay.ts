import { needing } from '../../needing.ts';
import { type Answer, resultOf } from '../../peer-line.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import { area, noSession, refused, validResult } from '../agent-check.ts';
import { type AgentLine, type Prompt, updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';
import { at } from '../agent-words.ts';
import { allowing } from '../permission-answer.ts';
import { contentTypes, isMessage, lastStatus, type ToldMessage, toldCalls, toldMessages } from '../told-messages.ts';

/** How an agent opens an earlier session and tells it again. */
export const replayChecks = area('shared', [
  {
    id: 'replay.opens',
    company: 'own',
    title: 'a session can be opened again on a new connection if the agent advertises it.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N20'] },
    async run(scene) {
      scene.requires('canReplay');
      const { agent, sessionId } = await scene.session();
      await scene.turn(agent, sessionId);
      await agent.line.close();
      const again = await scene.open();
      const { method, params } = again.words.replay(sessionId, scene.cwd);
      const { error, frame } = await again.line.request(method, params);
      // An agent that keeps its sessions in memory forgets them with its process; the text does not forbid that.
      if (error !== undefined) warn(`${method} was answered with an error: ${error['message']}`, frame);
    },
  },
  {
    id: 'replay.complete',
    title: 'what the agent said in an earlier session is told again whole, in order and once.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      const { told, replayed, answer, late } = await replayedEarlier(scene);
      const ofAgent = (frames: readonly SeenFrame[]) => {
        const said = toldMessages(frames).filter(({ kind }) => kind !== 'user');
        return said.map(({ text }) => text).join('');
      };
      const [said, again] = [ofAgent(told), ofAgent(replayed)];
      if (again === said) return;
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      // In v1 a message cannot be replaced: what an agent has taken back was said, and is rightly not told again.
      if (scene.dialect === 'v1' && again !== '' && isPartOf(again, said)) {
        warn(
          `parts of what the agent had said are missing: ${firstDifference(said, again)}`,
          ...replayed.slice(0, 4),
          answer,
        );
      }
      if (again === said + said) fail('everything was told twice', ...replayed.slice(0, 4), answer);
      fail(`it is not what the agent had said: ${firstDifference(said, again)}`, ...replayed.slice(0, 4), answer);
    },
  },
  {
    id: 'replay.before-answer',
    title: 'an earlier session is told again before the request is answered.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      const { late, answer } = await replayedEarlier(scene);
      if (late.length > 0) fail('messages of the session came after the answer', answer, ...late.slice(0, 3));
    },
  },
  {
    id: 'replay.prompts',
    title: 'the prompts of the person are told again, too.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N24'] },
    async run(scene) {
      const { replayed, answer, late } = await replayedEarlier(scene);
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      const prompts = toldMessages(replayed).filter(({ kind }) => kind === 'user');
      if (prompts.some(({ text }) => text.includes(scene.prompts.ordinary))) return;
      warn('no user message has the text of the prompt', ...replayed.slice(0, 3), answer);
    },
  },
  {
    id: 'replay.same-ids',
    title: 'messages that are told again have ids: the same as before.',
    requirements: { june: ['A15', 'A26'], november: ['N24'] },
    async run(scene) {
      const { told, replayed, messageId } = await replayedEarlier(scene);
      const after = toldMessages(replayed);
      const nameless = after.find(({ id }) => typeof id !== 'string');
      if (nameless !== undefined) fail('a message that is told again has no id', ...replayed);
      const ids = (all: readonly ToldMessage[], kind: string) => {
        return all
          .filter((each) => each.kind === kind)
          .map(({ id }) => id)
          .join(', ');
      };
      const user = ids(after, 'user');
      if (scene.dialect === 'november' && user !== '' && String(messageId) !== user) {
        fail(`the prompt had the id ${messageId} and has ${user}`, ...replayed.slice(0, 4));
      }
      const [before, again] = [ids(toldMessages(told), 'agent'), ids(after, 'agent')];
      if (before !== again) warn(`the ids were ${before} and are ${again}`, ...replayed.slice(0, 4));
    },
  },
  {
    id: 'replay.tool-calls',
    title: 'tool calls are told again, in the state that they were in.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      const { told, replayed, answer, late } = await replayedSession(scene, scene.prompt('tool'));
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      const [before, after] = [toldCalls(told), toldCalls(replayed)];
      if (before.size === 0) skip('needs tools.reported, which fails');
      for (const [id, frames] of before) {
        const again = after.get(id);
        if (again === undefined) fail(`the tool call "${id}" is not told again`, frames.at(-1), answer);
        const [was, is] = [lastStatus(frames), lastStatus(again)];
        if (was !== is) fail(`the tool call "${id}" was "${was}" and is "${is}"`, frames.at(-1), again.at(-1));
      }
    },
  },
  {
    id: 'replay.tool-content',
    title: 'what a tool call had as content is told again.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      const { told, replayed, answer, late } = await replayedSession(scene, scene.prompt('tool'));
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      const [before, after] = [toldCalls(told), toldCalls(replayed)];
      const calls = [...before].filter(([id, frames]) => after.has(id) && contentTypes(frames).length > 0);
      if (calls.length === 0) skip('no tool call that is told again had content');
      for (const [id, frames] of calls) {
        const again = after.get(id) ?? [];
        const lost = contentTypes(frames).find((type) => !contentTypes(again).includes(type));
        if (lost === undefined) continue;
        fail(
          `the tool call "${id}" had content of the type "${lost}" and has none`,
          ...frames.slice(-2),
          ...again,
          answer,
        );
      }
    },
  },
  {
    id: 'replay.blocks',
    title: 'messages are told again with all that was in them, not only their text.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N24'] },
    async run(scene) {
      const name = 'emend-check-link.txt';
      const link = { type: 'resource_link', uri: `file://${scene.cwd}/${name}`, name };
      const { replayed, answer, late } = await replayedSession(scene, [
        { type: 'text', text: scene.prompts.ordinary },
        link,
      ]);
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      const ofUser = replayed.filter((frame) => /^user_/.test(String(updateOf(frame)?.update['sessionUpdate'])));
      const prompts = toldMessages(ofUser);
      if (!prompts.some(({ text }) => text.includes(scene.prompts.ordinary))) skip('needs replay.prompts, which warns');
      // Some agents turn a link into text, which keeps it.
      if (JSON.stringify(ofUser).includes(name)) return;
      const seen = 'the prompt had a link beside its text, and has it no more';
      (scene.dialect === 'november' ? warn : fail)(seen, ...ofUser.slice(0, 4), answer);
    },
  },
  {
    id: 'replay.valid',
    title: 'the answer to opening an earlier session is valid.',
    requirements: { v1: ['B1'], june: ['B1'], november: ['B1', 'N45'] },
    async run(scene) {
      const { method, response } = await replayedEarlier(scene);
      validResult(scene.dialect, method, response);
    },
  },
  {
    id: 'replay.goes-on',
    title: 'a session that was opened again takes prompts.',
    requirements: { v1: ['A14', 'A32'], june: ['A14', 'A32'], november: ['N33', 'N22'] },
    async run(scene) {
      const { again, sessionId } = await replayedSession(scene);
      const { answer } = await again.turn(sessionId, scene.prompts.ordinary);
      if (answer.error !== undefined) fail('a prompt was answered with an error', answer.frame);
    },
  },
  {
    id: 'replay.new-ids',
    title: 'messages of a session that was opened again have ids that no earlier one has.',
    requirements: { june: ['A26'], november: ['N24'] },
    async run(scene) {
      const { again, sessionId, replayed } = await replayedSession(scene);
      const known = new Set(toldMessages(replayed).map(({ id }) => id));
      const { updates } = await again.turn(sessionId, scene.prompts.ordinary);
      const doubled = toldMessages(updates).find(({ id }) => typeof id === 'string' && known.has(id));
      if (doubled !== undefined) fail(`the id ${doubled.id} is that of an earlier message`, ...updates.slice(0, 4));
    },
  },
  {
    id: 'replay.cancelled',
    title: 'what the agent had said in a turn that was cancelled is told again.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      scene.requires('canReplay');
      const { agent, sessionId, turn, from } = await scene.running();
      const speaks = (frame: SeenFrame): boolean =>
        toldMessages([frame]).some(({ kind, text }) => kind === 'agent' && text !== '') &&
        updateOf(frame)?.sessionId === sessionId;
      // Whether it has spoken yet must not depend on how fast it is.
      if (!agent.updatesOf(sessionId, from).some(speaks)) {
        const spoken = agent.line.next(speaks, 'words of the agent');
        await Promise.race([spoken, turn]).catch(() => {});
        spoken.catch(() => {});
      }
      agent.cancel(sessionId);
      const { updates } = await needing('cancel.running', () => turn);
      const said = toldMessages(updates).filter(({ kind, text }) => kind === 'agent' && text !== '');
      if (said.length === 0) skip('the agent had said nothing yet');
      await agent.line.close();
      const { replayed, response, late } = await openedAgain(scene, sessionId);
      if (late.length > 0) skip('needs replay.before-answer, which fails');
      const again = toldMessages(replayed).some(({ kind, text }) => kind === 'agent' && text !== '');
      if (!again) fail('nothing of it is told again', ...updates.slice(0, 2), response.frame);
    },
  },
  {
    id: 'replay.unknown',
    title: 'opening a session that does not exist is an error.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N36'] },
    async run(scene) {
      scene.requires('canReplay');
      const agent = await scene.open();
      const { method } = agent.words.replay(noSession, scene.cwd);
      // Without a replay, which an agent may refuse for other reasons.
      const answer = await agent.line.request(method, { sessionId: noSession, cwd: scene.cwd, mcpServers: [] });
      refused(answer, scene.dialect, scene.dialect === 'november' ? -32002 : undefined);
    },
  },
]);

/** Returns whether a text is another one from which parts were taken out. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (let place = 0; place < whole.length; place += 1) if (whole[place] === text[at]) at += 1;
  return at === text.length;
}

/** Quotes what two texts have where they begin to differ. */
function firstDifference(said: string, again: string): string {
  let at = 0;
  while (said[at] === again[at]) at += 1;
  const from = Math.max(0, at - 20);
  const quote = (text: string): string => {
    const part = text.slice(from, at + 40);
    return at >= text.length ? `${JSON.stringify(part)} and no more` : JSON.stringify(part);
  };
  return `from character ${at + 1} on; it was ${quote(said)}, and is ${quote(again)}`;
}

interface Replayed {
  /** The updates of the turn as it happened. */
  readonly told: readonly SeenFrame[];
  /** The id that the prompt was answered with. */
  readonly messageId: unknown;
  /** The updates up to the answer that opened the session again. */
  readonly replayed: readonly SeenFrame[];
  /** Messages that came after that answer. */
  readonly late: readonly SeenFrame[];
  readonly answer: SeenFrame;
  readonly response: Answer;
  readonly method: string;
  readonly again: AgentLine;
  readonly sessionId: string;
}

/** Opens a session with an ordinary turn, which other checks open, too, on another connection. */
async function replayedEarlier(scene: AgentScene): Promise<Replayed> {
  scene.requires('canReplay');
  const { sessionId, told, messageId } = await scene.earlier();
  return { told, messageId, ...(await openedAgain(scene, sessionId)) };
}

/** Has a turn, then opens its session on another connection. */
async function replayedSession(scene: AgentScene, prompt: Prompt = scene.prompts.ordinary): Promise<Replayed> {
  scene.requires('canReplay');
  const { agent, sessionId } = await scene.session();
  agent.line.responders.set('session/request_permission', allowing);
  const { updates, answer } = await scene.turn(agent, sessionId, prompt);
  await agent.line.close();
  return { told: updates, messageId: at(answer.result, 'messageId'), ...(await openedAgain(scene, sessionId)) };
}

/** Opens an earlier session on a new connection. */
async function openedAgain(scene: AgentScene, sessionId: string): Promise<Omit<Replayed, 'told' | 'messageId'>> {
  const again = await scene.open();
  const { method, params } = again.words.replay(sessionId, scene.cwd);
  const response = await again.line.request(method, params);
  if (response.error !== undefined) {
    skip(`needs replay.opens, which warns: ${response.error['message']}`);
  }
  resultOf(response, method);
  await again.settled();
  const { evidence } = again.line;
  const until = evidence.placeOf(response.frame);
  const all = again.updatesOf(sessionId);
  return {
    replayed: all.filter((frame) => evidence.placeOf(frame) < until),
    late: all.filter((frame) => evidence.placeOf(frame) > until && isMessage(frame)),
    answer: response.frame,
    response,
    method,
    again,
    sessionId,
  };
}
