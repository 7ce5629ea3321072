import { isObject } from '../../../../protocol/reading/guard.ts';
import { type AgentLine, isIdle, updateOf } from '../../agent/agent-line.ts';
import { fail, warn } from '../../verdict.ts';
import type { AgentTurn } from '../agent-turn.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import type { DialectPair } from '../dialect-pair.ts';
import { answersTo, fromBridge, hasMethod, holdsText, paramsOf, problemIn, seen, textsIn } from '../seen-messages.ts';

/** Rules for how turns end where one side is November and the other is not. */
function turnRules(pair: DialectPair, plain: readonly string[]): readonly string[] {
  if (pair.client === pair.agent) return pair.client === 'november' ? ['N22', 'N25'] : plain;
  if (pair.agent === 'november') return [...plain, 'N91'];
  return pair.client === 'november' ? ['N110'] : plain;
}

/** How prompts and turns cross a bridge. */
export const promptChecks: readonly BridgeCheck[] = [
  {
    id: 'prompt.one-answer',
    title: 'a prompt is answered exactly once, and its turn ends with the stop reason of the agent.',
    requirements: forPairs((pair) => turnRules(pair, ['A32', 'B5'])),
    async run(scene) {
      const { client, sessionId } = await scene.session();
      const { id, turn } = client.startTurn(sessionId, 'Hello');
      const { answer, stopReason, end } = await turn;
      if (answer.error !== undefined)
        fail(`the prompt was answered with the error ${answer.error['code']}`, answer.frame);
      if (stopReason !== 'end_turn') fail(`the turn ended with "${stopReason}"`, end);
      await client.newSession();
      const answers = answersTo(client.line, id);
      if (answers.length !== 1) fail(`the prompt was answered ${answers.length} times`, ...answers);
      const problem = problemIn(scene.pair.client, answer.frame, 'session/prompt');
      if (problem !== undefined) fail(`the answer is malformed: ${problem}`, answer.frame);
    },
  },
  {
    id: 'prompt.ends',
    title: 'the end of a turn is told exactly once.',
    requirements: forPairs((pair) => (pair.client === 'november' ? ['N25', 'N110'] : undefined)),
    async run(scene) {
      const { client, sessionId } = await scene.session();
      await client.turn(sessionId, 'Hello');
      await client.newSession();
      const states = client
        .updatesOf(sessionId)
        .map((frame) => updateOf(frame)?.update)
        .filter((update) => update?.['sessionUpdate'] === 'state_update');
      const ends = states.filter((update) => update?.['state'] === 'idle' && update['stopReason'] !== undefined);
      if (ends.length !== 1) fail(`the end of the turn was told ${ends.length} times`, ...client.updatesOf(sessionId));
    },
  },
  {
    id: 'prompt.content',
    title: 'the content of a prompt reaches the agent complete and in order.',
    requirements: inEveryPair(['A6', 'P1']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const prompt = [
        { type: 'text', text: 'One — “two” 漢字 😀\nand \\ "three"\u2028.' },
        { type: 'resource_link', name: 'a.txt', uri: 'file:///w/a.txt', mimeType: 'text/plain' },
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
        { type: 'text', text: 'end' },
      ];
      await client.line.request('session/prompt', { sessionId, prompt });
      const asked = await seen(agent.line, hasMethod('session/prompt'), 'the prompt');
      const got = paramsOf(asked)['prompt'];
      if (JSON.stringify(normalized(got)) !== JSON.stringify(normalized(prompt)))
        fail('the agent gets another prompt', asked);
      if (paramsOf(asked)['sessionId'] !== sessionId) fail('the agent gets another session id', asked);
    },
  },
  {
    id: 'prompt.stop-reasons',
    title: 'every stop reason passes as it is.',
    requirements: forPairs((pair) => turnRules(pair, ['A32'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      for (const reason of ['max_tokens', 'max_turn_requests', 'refusal', 'end_turn']) {
        agent.onPrompt = (turn) => {
          turn.say('So.');
          turn.end(reason);
        };
        const { stopReason, end, answer } = await client.turn(sessionId, reason);
        if (answer.error !== undefined || stopReason !== reason)
          fail(`the turn ended with "${stopReason}" in place of "${reason}"`, end);
      }
    },
  },
  {
    id: 'prompt.order',
    title: 'the updates of a turn arrive in order, each once, before the end of the turn.',
    requirements: forPairs((pair) => [...(pair.agent === 'november' ? ['N92'] : ['A35']), 'P1']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const pieces = Array.from({ length: 60 }, (_, index) => `<${index}>`);
      agent.onPrompt = (turn) => {
        for (const [index, piece] of pieces.entries())
          turn.say(piece, index % 20 < 10 ? 'agent_message_chunk' : 'agent_thought_chunk');
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Count');
      const told = updates.flatMap((frame) => textsIn(updateOf(frame)?.update['content'])).join('');
      const found = [...told.matchAll(/<\d+>/g)].map(([piece]) => piece);
      const missing = pieces.filter((piece) => !found.includes(piece));
      if (missing.length > 0)
        fail(
          `${missing.length} updates did not arrive before the end of the turn`,
          end,
          ...fromBridge(client.line).slice(-2),
        );
      if (found.length > pieces.length) fail('an update arrived twice', end);
      if (found.join() !== pieces.join())
        fail(`the updates arrived in another order: ${found.slice(0, 30).join('')}…`, end);
    },
  },
  {
    id: 'prompt.two-sessions',
    title:
      'two prompts that are open in two sessions are answered once each, with their own stop reasons, in whatever order they end.',
    requirements: forPairs((pair) => [
      ...turnRules(pair, ['A32', 'B5']),
      ...(pair.agent === 'november' ? ['N92'] : []),
    ]),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const other = await client.newSession();
      const open = new Map<unknown, AgentTurn>();
      agent.onPrompt = (turn) => {
        open.set(turn.sessionId, turn);
        turn.say(`I begin ${turn.sessionId}. `);
      };
      const started = [sessionId, other].map((session) => ({ session, ...client.startTurn(session, 'Work') }));
      for (const { session } of started)
        await seen(client.line, (frame) => holdsText([frame], `I begin ${session}. `), `the turn of ${session}`);
      // The one that began last ends first.
      const reasons = new Map<string, string>();
      for (const [session, reason] of [
        [other, 'max_tokens'],
        [sessionId, 'refusal'],
      ] as const) {
        reasons.set(session, reason);
        open.get(session)?.say(`I end ${session}.`);
        open.get(session)?.end(reason);
        // A fence: what the end of this turn has caused is there before the other ends.
        await client.newSession();
        const early = started.filter(({ session: each, id }) => !reasons.has(each) && endOf(client, each, id));
        if (early.length > 0)
          fail('a turn ended when that of another session did', ...fromBridge(client.line).slice(-3));
      }
      for (const { session, id, turn } of started) {
        const { answer, stopReason, end, updates } = await turn;
        if (answer.error !== undefined)
          fail(`a prompt was answered with the error ${answer.error['code']}`, answer.frame);
        if (stopReason !== reasons.get(session))
          fail(`the turn of ${session} ended with "${stopReason}" in place of "${reasons.get(session)}"`, end);
        if (!holdsText(updates, `I end ${session}.`)) fail('its last update did not come before its end', end);
        const answers = answersTo(client.line, id);
        if (answers.length !== 1) fail(`the prompt was answered ${answers.length} times`, ...answers);
      }
    },
  },
  {
    id: 'prompt.refused',
    title: 'a prompt that the agent refuses is answered with its error.',
    requirements: forPairs((pair) => [
      'B17',
      ...(pair.client === 'november' ? ['N23'] : []),
      ...(pair.client === 'november' && pair.agent !== 'november' ? ['N111'] : []),
    ]),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => turn.refuse({ code: -32060, message: 'Not this prompt.' });
      const { answer, stopReason, end } = await client.turn(sessionId, 'Hello');
      // A bridge that has told the client of the prompt before the agent refused it has only the end of the turn left.
      const error = answer.error ?? (stopReason === 'error' ? updateOf(end)?.update['error'] : undefined);
      if (!isObject(error)) fail('the client is not told of the refusal', answer.frame, end);
      if (error['code'] !== -32060) fail(`the client gets the code ${error['code']} in place of -32060`, end);
      if (!String(error['message']).includes('Not this prompt.')) warn('the message of the error is lost', end);
    },
  },
  {
    id: 'prompt.fails',
    title: 'a turn that fails after it has begun ends with the error of the agent, and does not hang.',
    requirements: forPairs((pair) => {
      if (pair.agent === 'november') return pair.client === 'november' ? ['N31'] : ['N93'];
      return pair.client === 'november' ? ['N111'] : ['B17'];
    }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn: AgentTurn) => {
        turn.say('I begin…');
        turn.fail({ code: -32070, message: 'The model has gone.' });
      };
      const { answer, stopReason, end, updates } = await client.turn(sessionId, 'Hello');
      if (!holdsText(updates, 'I begin…') && !holdsText(fromBridge(client.line), 'I begin…'))
        fail('what was said before is lost', end);
      const error = answer.error ?? updateOf(end)?.update['error'];
      if (answer.error === undefined && stopReason !== 'error') fail(`the turn ended with "${stopReason}"`, end);
      if (!isObject(error)) warn('the client is not told the error', end);
      else if (error['code'] !== -32070) fail(`the client gets the code ${error['code']} in place of -32070`, end);
    },
  },
  {
    id: 'prompt.echo',
    title: 'a prompt that the agent repeats is shown once at most.',
    requirements: forPairs((pair) => (pair.client === 'november' ? ['N24', 'N114'] : undefined)),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const text = 'Say it only once.';
      agent.onPrompt = (turn) => {
        if (agent.dialect !== 'november')
          turn.update({ sessionUpdate: 'user_message_chunk', messageId: 'echo-1', content: { type: 'text', text } });
        turn.say('Fine.');
        turn.end();
      };
      const { answer } = await client.turn(sessionId, text);
      const ids = new Set(
        client.updatesOf(sessionId).flatMap((frame) => {
          const update = updateOf(frame)?.update;
          const isUser =
            update?.['sessionUpdate'] === 'user_message' || update?.['sessionUpdate'] === 'user_message_chunk';
          return isUser && holdsText([frame], text) ? [update['messageId']] : [];
        }),
      );
      if (ids.size !== 1) fail(`the prompt is shown ${ids.size} times`, ...client.updatesOf(sessionId));
      const answered = isObject(answer.result) ? answer.result['messageId'] : undefined;
      if (!ids.has(answered)) fail('the answer names another message than the one that shows the prompt', answer.frame);
    },
  },
];

/** Returns whether the turn of a prompt has ended for the client. */
function endOf(client: AgentLine, sessionId: string, id: number): boolean {
  if (client.words.endsByState) return client.updatesOf(sessionId).some(isIdle);
  return answersTo(client.line, id).length > 0;
}

/** What was sent, without what may be added to it. */
function normalized(prompt: unknown): unknown {
  if (!Array.isArray(prompt)) return prompt;
  return prompt.map((block) => {
    if (!isObject(block)) return block;
    const { type, text, name, uri, mimeType, data } = block;
    return { type, text, name, uri, mimeType, data };
  });
}
