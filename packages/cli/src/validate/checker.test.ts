import { dialects } from '@emend/acp/protocol';
import { Checker } from '@emend/acp/recording';
import { describe, expect, test } from 'vitest';
import { formatFinding } from './formatted-finding.ts';

type Sent = readonly [message: unknown, from?: 'client' | 'agent'];

function findings(sent: readonly Sent[], version: 1 | 2 = 2, reading: 'strict' | 'lenient' = 'strict'): string[] {
  const checker = new Checker(dialects[version === 1 ? 'v1' : 'june'], reading);
  return sent.flatMap(([message, from], index) =>
    checker.check(message, from).map((finding) => formatFinding(index + 1, finding, '').trimEnd()),
  );
}

const rpc = (message: object): object => ({ jsonrpc: '2.0', ...message });
const update = (sent: object): object => rpc({ method: 'session/update', params: { sessionId: 's', update: sent } });

describe('the envelope', () => {
  test('is a JSON-RPC 2.0 request, notification or response', () => {
    expect(
      findings([
        [7],
        [{}],
        [rpc({ id: 1 })],
        [{ jsonrpc: '1.0', method: '_x' }],
        [rpc({ method: 5 })],
        [rpc({ id: 1.5, method: '_x' })],
        [rpc({ id: {}, result: 1 })],
        [rpc({ id: 1, result: 1, error: { code: 1, message: '' } })],
      ]),
    ).toEqual([
      '1: error: expected object, found number 7',
      '2:jsonrpc: error: expected "2.0", found nothing',
      '2: error: expected request, notification or response, found object with neither "method" nor "result" nor "error"',
      '3: error: expected request, notification or response, found object with neither "method" nor "result" nor "error"',
      '4:jsonrpc: error: expected "2.0", found string "1.0"',
      '5:method: error: expected string, found number 5',
      '6:id: error: expected string, integer or null, found number 1.5',
      '7:id: error: expected string, integer or null, found object',
      '8:error: error: expected nothing beside a result, found object',
      '8:id: warning: no open request with this id was seen',
    ]);
  });

  test('[B6] a batch has at least one entry, each with its own place', () => {
    expect(findings([[[]], [[update({ sessionUpdate: 'usage_update', used: 1 }), 3]]])).toEqual([
      '1: error: expected a batch with at least one message, found an empty array',
      '2:[0].params.update.size: error: expected integer of at least 0, found nothing',
      '2:[1]: error: expected object, found number 3',
    ]);
    expect(findings([[[rpc({ method: '_x' })]]], 1)).toEqual(['1: warning: v1 does not mention batches of messages']);
  });

  test('very deep messages are named, not crashed on', () => {
    const deep: unknown = JSON.parse(
      `{"jsonrpc":"2.0","method":"_x","extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    );
    expect(findings([[deep]])).toEqual([
      '1: error: expected value nested at most 1016 levels deep, found deeper nesting, which could not be written again',
    ]);
  });
});

describe('methods', () => {
  test('params are checked; where every field may be omitted so may the params', () => {
    expect(
      findings([
        [rpc({ id: 1, method: 'session/list' })],
        [rpc({ id: 2, method: 'logout', params: null })],
        [rpc({ id: 3, method: 'session/new' })],
        [rpc({ id: 4, method: 'session/new', params: { cwd: '/a', mcpServers: [{ type: 'stdio', name: 1 }] } })],
      ]),
    ).toEqual([
      '3:params: error: expected object, found nothing',
      '4:params.mcpServers[0].name: error: expected string, found number 1',
      '4:params.mcpServers[0].command: error: expected string, found nothing',
      '4:params.mcpServers[0].args: error: expected array, found nothing',
      '4:params.mcpServers[0].env: error: expected array, found nothing',
    ]);
  });

  test('[B10] an unknown method is at most a warning', () => {
    expect(
      findings([
        [rpc({ method: '_mine/x', params: 4 })],
        [rpc({ method: '$/cancel_request', params: { requestId: 1 } })],
        [rpc({ id: 1, method: 'session/set_mode', params: {} })],
        [rpc({ method: 'toString' })],
      ]),
    ).toEqual([
      '3:method: warning: "session/set_mode" is not a method of v2; methods of extensions begin with "_"',
      '4:method: warning: "toString" is not a method of v2; methods of extensions begin with "_"',
    ]);
  });

  test('a cancel of a request names the request', () => {
    const cancel = (params?: unknown): object => rpc({ method: '$/cancel_request', params });
    for (const requestId of [0, '', 'a', null]) expect(findings([[cancel({ requestId })]])).toEqual([]);
    expect(
      findings([[cancel({ requestId: 1.5 })], [cancel({ requestId: {} })], [cancel({ id: 1 })], [cancel()]]),
    ).toEqual([
      '1:params.requestId: error: expected string, integer or null, found number 1.5',
      '2:params.requestId: error: expected string, integer or null, found object',
      '3:params.requestId: error: expected string, integer or null, found nothing',
      '4:params: error: expected object, found nothing',
    ]);
  });

  test('a request needs an id, a notification takes none, and each has its sender', () => {
    const params = { sessionId: 's', prompt: [] };
    expect(
      findings([
        [rpc({ method: 'session/prompt', params })],
        [rpc({ id: 1, method: 'session/cancel', params: { sessionId: 's' } })],
        [rpc({ id: 2, method: 'session/prompt', params }), 'agent'],
      ]),
    ).toEqual([
      '1:id: error: expected string, integer or null, found nothing',
      '2:id: warning: "session/cancel" is a notification, which takes no id',
      '3:method: warning: "session/prompt" is handled by the agent, which sent it',
    ]);
  });

  test('the proposed clears are accepted with a warning, in both versions', () => {
    const warning =
      '1:params.update.sessionUpdate: warning: "agent_message_clear" is an open proposal, not part of the draft; receivers may ignore it';
    expect(findings([[update({ sessionUpdate: 'agent_message_clear' })]])).toEqual([warning]);
    expect(findings([[update({ sessionUpdate: 'agent_message_clear', messageId: 'm' })]], 1)).toEqual([warning]);
    expect(findings([[update({ sessionUpdate: 'agent_thought_clear', messageId: 4 })]])).toEqual([
      '1:params.update.messageId: error: expected string or null, found number 4',
      '1:params.update.sessionUpdate: warning: "agent_thought_clear" is an open proposal, not part of the draft; receivers may ignore it',
    ]);
  });

  test('a lenient reading turns what may be passed over into warnings', () => {
    const sent: Sent = [
      update({ sessionUpdate: 'agent_message', messageId: 'm', content: [{ type: 'text' }, { type: '_x' }] }),
    ];
    expect(findings([sent])).toEqual(['1:params.update.content[0].text: error: expected string, found nothing']);
    expect(findings([sent], 2, 'lenient')).toEqual([
      '1:params.update.content[0].text: warning: expected string, found nothing; skipped',
    ]);
  });
});

describe('responses', () => {
  const list = (id: unknown): object => rpc({ id, method: 'session/list', params: {} });

  test('are checked against the request with their id, whatever kind of id', () => {
    for (const id of [0, '', 'a', null]) {
      expect(findings([[list(id)], [rpc({ id, result: {} })]])).toEqual([
        '2:result.sessions: error: expected array, found nothing',
      ]);
    }
    expect(findings([[list(1)], [rpc({ id: '1', result: {} })]])).toEqual([
      '2:id: warning: no open request with this id was seen',
    ]);
  });

  test('the same id in both directions is told apart by the sender, or by what fits', () => {
    const ask = rpc({
      id: 1,
      method: 'session/request_permission',
      params: {
        sessionId: 's',
        toolCall: { toolCallId: 'c' },
        options: [{ optionId: 'o', name: 'n', kind: 'allow_once' }],
      },
    });
    const answer = rpc({ id: 1, result: { outcome: { outcome: 'cancelled' } } });
    const page = rpc({ id: 1, result: { sessions: [] } });
    expect(findings([[list(1)], [ask], [answer], [page]])).toEqual([]);
    expect(
      findings([
        [list(1), 'client'],
        [ask, 'agent'],
        [page, 'client'],
        [answer, 'agent'],
      ]),
    ).toEqual([
      '3:result.outcome: error: expected object, found nothing',
      '4:result.sessions: error: expected array, found nothing',
    ]);
  });

  test('an answer is wrong only if no open request with its id could have it', () => {
    const prompt = rpc({ id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
    const extension = rpc({ id: 1, method: '_ext/ask' });
    const load = rpc({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/a', mcpServers: [] } });
    const ended = rpc({ id: 1, result: { stopReason: 'end_turn' } });
    const other = rpc({ id: 1, result: 'yes' });
    const failed = rpc({ id: 1, error: { code: 1, message: 'no' } });
    for (const messages of [
      [prompt, extension, other, ended],
      [extension, prompt, other, ended],
      [prompt, extension, ended, other],
      [prompt, extension, failed, ended],
      [load, extension, other, rpc({ id: 1, result: {} })],
    ]) {
      expect(findings(messages.map((message) => [message]))).toEqual([]);
    }
    expect(findings([[prompt], [other]])).toEqual(['2:result: error: expected object, found string "yes"']);
    expect(
      findings([
        [prompt, 'client'],
        [extension, 'agent'],
        [other, 'agent'],
      ]),
    ).toEqual(['3:result: error: expected object, found string "yes"']);
  });

  test('an error is checked as an error, and answers its request once', () => {
    expect(findings([[list(1)], [rpc({ id: 1, error: { code: 'x' } })], [rpc({ id: 1, result: {} })]])).toEqual([
      '2:error.code: error: expected integer, found string "x"',
      '2:error.message: error: expected string, found nothing',
      '3:id: warning: no open request with this id was seen',
    ]);
    expect(findings([[rpc({ id: null, error: { code: -32700, message: 'no' } })]])).toEqual([]);
  });

  test('[B5] two open requests of one sender with one id are named', () => {
    expect(findings([[list(1)], [list(1)]])).toEqual([
      '2:id: warning: the same sender has another open request with this id',
    ]);
  });
});
