import { isEqual } from '../../../../bridge/equal.ts';
import { isObject } from '../../../../protocol/reading/guard.ts';
import { fail, type SeenFrame, warn } from '../../verdict.ts';
import { type BridgeCheck, forPairs, inEveryPair } from '../bridge-check.ts';
import { fromBridge, hasMethod, holdsText, paramsOf, seen, updatesIn } from '../seen-messages.ts';

const words = (text: string) => ({ type: 'text', text });
const item = (text: string) => ({ type: 'content', content: words(text) });
const meta = {
  'emend.check/key': { deep: ['ä', 1] },
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

function holdsMeta(value: unknown): boolean {
  return (
    isObject(value) &&
    isEqual(value['emend.check/key'], meta['emend.check/key']) &&
    value['traceparent'] === meta.traceparent
  );
}

/** What must not get lost on the way, in whatever form it arrives. */
export const lossChecks: readonly BridgeCheck[] = [
  {
    id: 'losses.whole-message',
    title: 'a message that the agent sends or replaces as a whole arrives with its last text.',
    requirements: forPairs((pair) => (pair.agent === 'v1' ? undefined : pair.client === 'v1' ? ['P7'] : ['C17'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.update({ sessionUpdate: 'agent_message', messageId: 'm', content: [words('A first draft')] });
        turn.update({ sessionUpdate: 'agent_message', messageId: 'm', content: [words('Another text altogether')] });
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Write');
      if (!holdsText(updates, 'Another text altogether'))
        fail('the text that replaces the first is lost', end, ...updates);
    },
  },
  {
    id: 'losses.tool-content',
    title: 'tool content that comes in pieces arrives complete before the turn ends.',
    requirements: forPairs((pair) => (pair.agent === 'v1' ? undefined : pair.client === 'v1' ? ['P8'] : ['C18'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const pieces = ['first piece', 'second piece', 'third piece', 'last piece'];
      agent.onPrompt = (turn) => {
        turn.announce({ toolCallId: 'call-1', title: 'Search', kind: 'search', status: 'in_progress' });
        for (const piece of pieces)
          turn.update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 'call-1', content: item(piece) });
        turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' });
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Search');
      const lost = pieces.filter((piece) => !holdsText(updates, piece));
      if (lost.length > 0) fail(`it did not arrive: ${lost.join(', ')}`, end, ...updates);
      if (scene.pair.client === 'v1' && !pieces.every((piece) => JSON.stringify(lastContent(updates)).includes(piece)))
        fail('the last content of the tool call does not have all of it', ...updates);
    },
  },
  {
    id: 'losses.terminal',
    title: 'what a terminal of the agent prints arrives, as text or as a terminal.',
    requirements: forPairs((pair) =>
      pair.agent !== 'november' ? undefined : pair.client === 'november' ? ['N60'] : ['N97'],
    ),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const text = 'hello from the terminal';
      const data = btoa(text);
      agent.onPrompt = (turn) => {
        turn.update({ sessionUpdate: 'terminal_update', terminalId: 't', command: 'say hello', cwd: '/w' });
        turn.announce({
          toolCallId: 'call-1',
          title: 'say hello',
          kind: 'execute',
          status: 'in_progress',
          content: [{ type: 'terminal', terminalId: 't' }],
        });
        turn.update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data });
        turn.update({ sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: { exitCode: 0 } });
        turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' });
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Run');
      const found = scene.pair.client === 'november' ? holdsText(updates, data) : holdsText(updates, text);
      if (!found) fail('the output is lost', end, ...updates);
    },
  },
  {
    id: 'losses.between-turns',
    title: 'what the agent tells when no turn runs arrives as well.',
    requirements: inEveryPair(['P1'], { november: ['N57'] }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      const tell = (text: string) =>
        agent.update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId: text, content: words(text) });
      tell('Before the first turn.');
      await client.turn(sessionId, 'Hello');
      tell('After it.');
      await client.newSession();
      const told = client.updatesOf(sessionId);
      for (const text of ['Before the first turn.', 'After it.'])
        if (!holdsText(told, text)) fail(`"${text}" is lost`, ...told);
    },
  },
  {
    id: 'losses.unknown-update',
    title: 'an update that nobody knows is passed on in some form.',
    requirements: inEveryPair(['P1'], { november: ['N83'] }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      let sent: SeenFrame | undefined;
      agent.onPrompt = (turn) => {
        turn.say('Before. ');
        sent = turn.update({ sessionUpdate: '_emend.check/odd', odd: { text: 'an odd text' } });
        turn.say('After.');
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Go');
      if (!holdsText(updates, 'After.')) fail('what comes after it is lost', end);
      if (!holdsText(fromBridge(client.line), 'an odd text')) warn('it is lost', sent);
    },
  },
  {
    id: 'losses.unknown-content',
    title: 'content of a type that nobody knows is passed on in some form, with what stands beside it.',
    requirements: forPairs((pair) => (pair.agent === 'v1' ? undefined : ['P1'])),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.update({
          sessionUpdate: 'agent_message',
          messageId: 'm',
          content: [words('Beside. '), { type: '_emend.check/block', odd: 'an odd block' }],
        });
        turn.end();
      };
      const { updates, end } = await client.turn(sessionId, 'Go');
      if (!holdsText(updates, 'Beside. ')) fail('what stands beside it is lost', end, ...updates);
      if (!holdsText(updates, 'an odd block')) warn('it is lost', end, ...updates);
    },
  },
  {
    id: 'losses.meta',
    title: '_meta passes both ways.',
    requirements: inEveryPair(['P2', 'B9'], { november: ['N83'] }),
    async run(scene) {
      const { client, agent, sessionId } = await scene.session();
      agent.onPrompt = (turn) => {
        turn.update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: words('Hello.'), _meta: meta });
        turn.end();
      };
      const prompt = [words('Hello')];
      const answer = client.line.ask('session/prompt', { sessionId, prompt, _meta: meta });
      const asked = await seen(agent.line, hasMethod('session/prompt'), 'the prompt');
      await answer.answer;
      const chunk = await seen(
        client.line,
        (frame) => holdsText([frame], 'Hello.') && updatesIn([frame]).length > 0,
        'the update',
      );
      if (!holdsMeta(paramsOf(asked)['_meta'])) warn('_meta of a request is lost', answer.sent, asked);
      if (!holdsMeta(updatesIn([chunk])[0]?.['_meta'])) warn('_meta of an update is lost', chunk);
    },
  },
];

/** Returns the content that a client of v1 has of a tool call at the end. */
function lastContent(updates: readonly SeenFrame[]): unknown {
  return (
    updatesIn(updates).findLast(({ toolCallId, content }) => toolCallId === 'call-1' && Array.isArray(content))?.[
      'content'
    ] ?? []
  );
}
