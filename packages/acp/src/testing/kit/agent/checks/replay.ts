import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { resultOf } from '../../peer-line.ts';
import { fail, type SeenFrame, skip, warn } from '../../verdict.ts';
import type { AgentCheck } from '../agent-check.ts';
import type { AgentLine } from '../agent-line.ts';
import { updateOf } from '../agent-line.ts';
import type { AgentScene } from '../agent-scene.ts';

/** A message as updates tell it: who says it, under which id, and the text so far. */
interface ToldMessage {
  readonly kind: string;
  readonly id: unknown;
  text: string;
}

/** How an agent opens an earlier session and tells it again. */
export const replayChecks: readonly AgentCheck[] = [
  {
    id: 'replay.complete',
    title: 'an earlier session is told again whole, in order and once, before the request is answered.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N33'] },
    async run(scene) {
      const { told, replayed, answer } = await replayedSession(scene);
      const [before, after] = [spoken(told), spoken(replayed)];
      const agentOf = (all: readonly ToldMessage[]) =>
        all.filter(({ kind }) => kind !== 'user').map(({ text }) => text);
      const [said, again] = [agentOf(before), agentOf(after)];
      if (again.join('') === said.join('')) return;
      const isDoubled = again.join('') === said.join('') + said.join('');
      fail(
        isDoubled ? 'everything was told twice' : 'what the agent said is not what it tells again',
        ...replayed.slice(0, 4),
        answer,
      );
    },
  },
  {
    id: 'replay.prompts',
    title: 'the prompts of the person are told again, too.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N24'] },
    async run(scene) {
      const { replayed, answer } = await replayedSession(scene);
      const prompts = spoken(replayed).filter(({ kind }) => kind === 'user');
      if (prompts.some(({ text }) => text.includes(scene.prompts.ordinary))) return;
      warn('no user message has the text of the prompt', ...replayed.slice(0, 3), answer);
    },
  },
  {
    id: 'replay.same-ids',
    title: 'messages that are told again have ids: the same as before.',
    requirements: { june: ['A15', 'A26'], november: ['N24'] },
    async run(scene) {
      const { told, replayed } = await replayedSession(scene);
      const ids = (frames: readonly SeenFrame[]) => {
        return spoken(frames)
          .filter(({ kind }) => kind === 'agent')
          .map(({ id }) => id);
      };
      const [before, after] = [ids(told), ids(replayed)];
      if (after.some((id) => typeof id !== 'string')) fail('a message that is told again has no id', ...replayed);
      if (before.join() !== after.join())
        warn(`the ids were ${before.join(', ')} and are ${after.join(', ')}`, ...replayed);
    },
  },
  {
    id: 'replay.unknown',
    title: 'opening a session that does not exist is an error.',
    requirements: { v1: ['A14'], june: ['A14'], november: ['N36'] },
    async run(scene) {
      const agent = await scene.open();
      if (!agent.words.canReplay(agent.initialized)) skip('the agent does not advertise it');
      const { method, params } = agent.words.replay('emend-check-no-such-session', scene.cwd);
      const { error, frame } = await agent.line.request(method, params);
      if (error === undefined) fail('it was answered with a result', frame);
      if (scene.dialect === 'november' && error['code'] !== -32002) fail('the error is not -32002', frame);
    },
  },
];

/** Has a turn, then opens its session on a new connection. */
async function replayedSession(
  scene: AgentScene,
): Promise<{ told: readonly SeenFrame[]; replayed: readonly SeenFrame[]; answer: SeenFrame }> {
  const { agent, sessionId } = await scene.session();
  if (!agent.words.canReplay(agent.initialized)) skip('the agent does not advertise it');
  const { updates } = await agent.turn(sessionId, scene.prompts.ordinary);
  await agent.line.close();
  const again = await scene.open();
  const answer = await opened(again, sessionId, scene.cwd);
  const { evidence } = again.line;
  const until = evidence.placeOf(answer);
  return {
    told: updates,
    replayed: again.updatesOf(sessionId).filter((frame) => evidence.placeOf(frame) < until),
    answer,
  };
}

async function opened(agent: AgentLine, sessionId: string, cwd: string): Promise<SeenFrame> {
  const { method, params } = agent.words.replay(sessionId, cwd);
  const answer = await agent.line.request(method, params);
  if (answer.error !== undefined) {
    // An agent that keeps its sessions in memory has forgotten them with its process.
    skip(`the agent does not know the session any more: ${answer.error['message']}`);
  }
  resultOf(answer, method);
  return answer.frame;
}

const tags = /^(user|agent)_(message|thought)(_chunk)?$/;

/** Returns the messages that updates tell, in order. */
function spoken(frames: readonly SeenFrame[]): readonly ToldMessage[] {
  const messages: ToldMessage[] = [];
  for (const frame of frames) {
    const update = updateOf(frame)?.update ?? {};
    const [, who, what, chunk] = tags.exec(String(update['sessionUpdate'])) ?? [];
    if (who === undefined) continue;
    const kind = what === 'thought' ? 'thought' : who;
    const id = update['messageId'];
    const last = messages.at(-1);
    const known =
      id === undefined || id === null ? undefined : messages.find((each) => each.kind === kind && each.id === id);
    const current = known ?? (last?.kind === kind && last.id === id ? last : undefined);
    const text = textOf(update);
    if (current === undefined) messages.push({ kind, id, text });
    else if (chunk === undefined && update['content'] !== undefined) current.text = text;
    else current.text += text;
  }
  return messages;
}

function textOf(update: JsonObject): string {
  return [update['content']]
    .flat()
    .map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
}
