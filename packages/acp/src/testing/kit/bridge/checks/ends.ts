import { isObject } from '../../../../protocol/reading/guard.ts';
import { agentWords } from '../../agent/agent-words.ts';
import type { PeerLine } from '../../peer-line.ts';
import { fail, Judgement } from '../../verdict.ts';
import { type BridgeCheck, inEveryPair } from '../bridge-check.ts';
import { fromBridge, hasMethod, holdsText, seen } from '../seen-messages.ts';

/** How long a bridge may take to end, in milliseconds. */
const longestEnd = 10_000;
const patient = { graceMilliseconds: longestEnd, leftoverGraceMilliseconds: longestEnd };

/** What a bridge does when one of its peers has gone. */
export const endChecks: readonly BridgeCheck[] = [
  {
    id: 'ends.client-leaves',
    title:
      'when its client has gone, the bridge ends the connection to the agent and exits within 10 s, and leaves no process behind.',
    requirements: inEveryPair(['K1', 'K6']),
    async run(scene) {
      const { client, agent } = await scene.openNew(patient);
      await client.newSession();
      const over = client.line.close();
      if (!(await within(agent.line.ended)))
        fail('the agent is still connected 10 s after the client has left', ...agent.line.frames.slice(-1));
      const { exited } = client.line;
      if (exited !== undefined && !(await within(exited)))
        fail('the bridge is still running 10 s after its input has ended');
      const exit = await exited;
      if (exit?.signal !== undefined) fail(`the bridge did not end by itself: it had to be ended with ${exit.signal}`);
      await over;
      if ((await client.line.leavesProcesses()) === true)
        fail('a process that the bridge had started still ran 10 s after its exit');
    },
  },
  {
    id: 'ends.client-leaves-question',
    title: 'a client that leaves in the middle of a turn with an open question leaves nothing running.',
    requirements: inEveryPair(['K1', 'K6', 'C20']),
    async run(scene) {
      const { client, agent } = await scene.openNew(patient);
      const sessionId = await client.newSession();
      const toolCall = { toolCallId: 'call-1', title: 'Write', kind: 'edit', status: 'pending' };
      agent.onPrompt = (turn) => {
        turn.announce(toolCall);
        turn.ask(toolCall).catch(() => {});
      };
      client.line.responders.set('session/request_permission', () => undefined);
      client.startTurn(sessionId, 'Ask').turn.catch(() => {});
      await seen(client.line, hasMethod('session/request_permission'), 'a permission request');
      const over = client.line.close();
      if (!(await within(agent.line.ended)))
        fail('the agent is still connected 10 s after the client has left', ...agent.line.frames.slice(-1));
      const approval = fromBridge(agent.line).find(
        ({ message }) =>
          isObject(message) &&
          isObject(message['result']) &&
          holdsText([{ from: 'client', message: message['result'] }], 'selected'),
      );
      if (approval !== undefined) fail('the question was answered with an approval', approval);
      await over;
    },
  },
  {
    id: 'ends.agent-dies',
    title: 'when the agent dies in the middle of a turn, the client is told, or its connection ends.',
    requirements: inEveryPair(['K5']),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.say('I begin…');
        void agent.line.close();
      };
      const { turn } = client.startTurn(sessionId, 'Hello');
      const told = turn.then(({ answer, stopReason, end }) => {
        if (answer.error === undefined && stopReason !== 'error')
          fail(`the turn of an agent that has died ended with "${stopReason}"`, end);
      });
      await toldOrEnded(client.line, told);
    },
  },
  {
    id: 'ends.agent-dies-first',
    title: 'when the agent dies before it has answered initialize, the client is told, or its connection ends.',
    requirements: inEveryPair(['K5']),
    async run(scene) {
      const { client } = await scene.start(() => ({ dies: true }));
      const answer = client
        .request('initialize', agentWords[scene.pair.client].initialize())
        .then(({ error, frame }) => {
          if (error === undefined) fail('the client is told that the handshake has succeeded', frame);
        });
      await toldOrEnded(client, answer);
    },
  },
];

/** Waits until the client is told something, or its connection has ended. */
async function toldOrEnded(line: PeerLine, told: Promise<void>): Promise<void> {
  try {
    await told;
  } catch (error) {
    if (!(error instanceof Judgement && line.isOver)) throw error;
  }
}

async function within(event: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, longestEnd, false);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
