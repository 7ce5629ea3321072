import { isObject, type JsonObject } from '../../../../protocol/reading/guard.ts';
import { foldedSession } from '../../../../session/folded.ts';
import { applyEvent } from '../../../../session/reduce/apply.ts';
import { newSessionState, type SessionState } from '../../../../session/state.ts';
import { Traffic } from '../../../../session/traffic.ts';
import { Judgement, type SeenFrame } from '../../verdict.ts';
import { type BridgeCheck, forPairs } from '../bridge-check.ts';
import { recordedScenes } from '../generated/scenes.ts';
import type { BridgePeers } from '../open-bridge.ts';
import type { RecordedScene } from '../recorded-scene.ts';
import { type PlayedScene, ScenePlayer } from '../scene-player.ts';
import { hasAll, holdsText, problemIn, textsIn, updatesIn } from '../seen-messages.ts';

/**
 * The areas of recorded scenes: the rules that bind there, those of the recordings that belong to each, and what it means if something is
 * lost. How a bridge passes on what one side has no word for is not laid down.
 */
const areas = {
  messages: { about: 'messages', binds: ['P7', 'C17'], rules: [2, 20, 21, 22, 24, 44, 45, 50, 51, 52], worst: 'fail' },
  'tool-calls': {
    about: 'tool calls',
    binds: ['P6', 'P8', 'C18'],
    rules: [4, 5, 25, 31, 33, 40, 41, 42, 43],
    worst: 'fail',
  },
  permission: { about: 'permission requests', binds: ['C22'], rules: [26, 56], worst: 'fail' },
  plans: { about: 'plans', binds: ['P6', 'A30'], rules: [27, 53], worst: 'fail' },
  options: { about: 'options and modes', binds: ['A22'], rules: [28, 29, 55], worst: 'warn' },
  sessions: { about: 'sessions, loads and turns', binds: ['A14', 'A35'], rules: [8, 12, 23, 30, 32], worst: 'fail' },
  unknown: {
    about: 'what only one side knows',
    binds: ['P1', 'P5'],
    rules: [10, 13, 14, 34, 54, 57, 58, 59],
    worst: 'warn',
  },
} as const;

/** Returns the area to which a recorded conversation belongs, by the first rule that it shows. */
export function sceneArea({ rules: [first] }: RecordedScene): string | undefined {
  const isFirst = (rule: number) => first === `BR${rule}`;
  return Object.entries(areas).find(([, { rules }]) => (rules as readonly number[]).some(isFirst))?.[0];
}

/** Recorded conversations, played to a bridge between v1 and June. */
export const sceneChecks: readonly BridgeCheck[] = Object.entries(areas).map(([name, { about, binds, worst }]) => {
  const scenes = recordedScenes.filter((scene) => sceneArea(scene) === name);
  const isFor = (from: 1 | 2) => scenes.some((scene) => scene.from === from);
  return {
    id: `scenes.${name}`,
    title: `recorded conversations about ${about} arrive with everything that was said.`,
    requirements: forPairs((pair) => {
      if (pair.client === 'june' && pair.agent === 'v1') return isFor(1) ? binds : undefined;
      return pair.client === 'v1' && pair.agent === 'june' && isFor(2) ? binds : undefined;
    }),
    async run(scene) {
      const peers = await scene.open();
      const from = scene.pair.agent === 'v1' ? 1 : 2;
      for (const recorded of scenes.filter((one) => one.from === from)) await playAndJudge(recorded, peers, worst);
    },
  };
});

async function playAndJudge(recorded: RecordedScene, peers: BridgePeers, worst: 'fail' | 'warn') {
  const told = (reason: string) => `"${recorded.about}" (${recorded.name}): ${reason}`;
  try {
    const player = new ScenePlayer(peers, recorded);
    const problem = problemOf(recorded, await player.play());
    if (problem !== undefined) throw new Judgement(worst, problem.reason, problem.frames);
  } catch (error) {
    if (error instanceof Judgement) throw new Judgement(error.verdict, told(error.message), error.frames);
    throw error;
  }
}

interface Problem {
  readonly reason: string;
  readonly frames: readonly SeenFrame[];
}

/** Returns what got lost or was changed; how a bridge says it is its own affair. */
function problemOf(recorded: RecordedScene, played: PlayedScene): Problem | undefined {
  const { atClient } = played;
  const hasMalformed = recorded.rules.includes('BR13');
  for (const frame of hasMalformed ? [] : atClient) {
    const problem = problemIn(recorded.from === 1 ? 'june' : 'v1', frame);
    if (problem !== undefined) return { reason: `the client gets something malformed: ${problem}`, frames: [frame] };
  }
  return lostAnswer(recorded, played) ?? lostText(recorded, atClient);
}

/** Every request is answered as the recording says: with a result or an error, and with the same end of a turn. */
function lostAnswer({ from, v1, v2 }: RecordedScene, { answers, outcomes }: PlayedScene): Problem | undefined {
  const [agentSide, clientSide] = from === 1 ? [v1, v2] : [v2, v1];
  const expected = [
    ...clientSide.filter((spoken) => spoken.from === 'agent').map(({ message }) => [message, answers] as const),
    ...agentSide.filter((spoken) => spoken.from === 'client').map(({ message }) => [message, outcomes] as const),
  ];
  for (const [message, given] of expected) {
    if (!isObject(message) || message['method'] !== undefined) continue;
    const frame = given.get(message['id']);
    const answer = frame?.message;
    if (!isObject(answer)) return { reason: `a request was not answered`, frames: [{ from: 'agent', message }] };
    for (const key of ['error', 'stopReason', 'outcome'])
      if (!hasAll(partOf(answer, key), partOf(message, key)))
        return { reason: `an answer has another ${key}`, frames: [{ from: 'agent', message }, frame as SeenFrame] };
  }
  return undefined;
}

function partOf({ error, result }: JsonObject, key: string): unknown {
  if (key === 'error') return isObject(error) ? error['code'] : undefined;
  return isObject(result) ? result[key] : undefined;
}

/** Every text that the conversation has in the end arrives, in whatever form. */
function lostText(recorded: RecordedScene, atClient: readonly SeenFrame[]): Problem | undefined {
  const updates = updatesIn(atClient);
  const prompts = recorded.v2.flatMap(({ message }) => promptIn(message));
  for (const { messages, toolCalls, plans } of foldsOf(recorded)) {
    for (const { kind, content } of messages) {
      // A client shows its own prompt itself.
      if (kind === 'user' && prompts.includes(textsOf(content).join(''))) continue;
      const text = firstLost(said(updates, kind), textsOf(content));
      if (text !== undefined) return { reason: `"${text}" of the ${kind} message is lost`, frames: atClient };
    }
    for (const { toolCallId, title, content } of toolCalls) {
      const frames = atClient.filter(({ message }) => JSON.stringify(message).includes(JSON.stringify(toolCallId)));
      if (frames.length === 0) return { reason: `the tool call ${toolCallId} is lost`, frames: atClient };
      for (const text of [title ?? '', ...content.flatMap((item) => textsIn(isObject(item) ? item['content'] : []))])
        if (!holdsText(frames, text)) return { reason: `"${text}" of the tool call ${toolCallId} is lost`, frames };
    }
    for (const plan of plans)
      for (const text of textsIn(Object.values(plan).filter(Array.isArray)))
        if (!holdsText(atClient, text)) return { reason: `"${text}" of a plan is lost`, frames: atClient };
  }
  return undefined;
}

/** Returns all that was said in messages of a kind. */
function said(updates: readonly JsonObject[], kind: string): string {
  const tag = kind === 'thought' ? 'agent_thought' : `${kind}_message`;
  return updates
    .filter(({ sessionUpdate }) => String(sessionUpdate).startsWith(tag))
    .flatMap(({ content }) => textsOf(Array.isArray(content) ? content : [content]))
    .join('');
}

/** Returns the texts among blocks of content. */
function textsOf(content: readonly unknown[]): string[] {
  return content.flatMap((block) => (isObject(block) && typeof block['text'] === 'string' ? [block['text']] : []));
}

/** Returns the first of some texts that does not stand in another after those before it. */
function firstLost(whole: string, texts: readonly string[]): string | undefined {
  let at = 0;
  return texts.find((text) => {
    const found = whole.indexOf(text, at);
    at = found + text.length;
    return found < 0;
  });
}

/** Returns the text of a prompt. */
function promptIn(message: unknown): string[] {
  const params = isObject(message) ? message['params'] : undefined;
  const prompt = isObject(params) ? params['prompt'] : undefined;
  return Array.isArray(prompt) ? [textsOf(prompt).join('')] : [];
}

/** Returns the conversation as it is in the end, in each of its sessions. */
function foldsOf({ v2 }: RecordedScene) {
  const states = new Map<string, SessionState>();
  const traffic = new Traffic({
    event: (id, event) => states.set(id, applyEvent(states.get(id) ?? newSessionState(), event)),
    problem: () => {},
  });
  for (const [index, { from, message }] of v2.entries()) traffic.read(message, from, index + 1);
  return [...states.values()].map(foldedSession);
}
