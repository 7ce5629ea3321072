import { describe, expect, test } from 'vitest';
import {
  NewSessionRequest,
  PromptResponse,
  ReceivedSessionNotification,
  RequestPermissionRequest,
  SessionConfigOption,
  SessionNotification,
} from '../june/index.ts';
import { UpdateSessionNotification } from '../november/index.ts';
import { originOf } from './origin.ts';
import { findWarnings, formatWarning } from './warning.ts';

describe('warnings on what the schema lets pass', () => {
  const warn = (...given: Parameters<typeof findWarnings>): string[] => findWarnings(...given).map(formatWarning);

  test('[T5] empty ids', () => {
    const update = { sessionUpdate: 'agent_message', messageId: '' };
    expect(warn(SessionNotification.shape, { sessionId: '', update })).toEqual([
      'sessionId: the id is empty',
      'update.messageId: the id is empty',
    ]);
  });

  test('[B3] relative paths and line 0', () => {
    const request = { cwd: 'src', additionalDirectories: ['/a', '', 'C:\\b', '\\\\host\\c', './d'], mcpServers: [] };
    expect(warn(NewSessionRequest.shape, request)).toEqual([
      'cwd: the path must be absolute, but is "src"',
      'additionalDirectories[1]: the path must be absolute, but is ""',
      'additionalDirectories[4]: the path must be absolute, but is "./d"',
    ]);
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c', locations: [{ path: '/a', line: 0 }] };
    expect(warn(SessionNotification.shape, { sessionId: 's', update })).toEqual([
      'update.locations[0].line: the line is 0, but lines are counted from 1',
    ]);
  });

  test('texts that are not in the format that the November draft names', () => {
    const warnOf = (update: object) => warn(UpdateSessionNotification.shape, { sessionId: 's', update });
    const link = (uri: string) => ({
      sessionUpdate: 'agent_message',
      messageId: 'm',
      content: [{ type: 'resource_link', name: 'n', uri }],
    });
    expect(
      ['file:///x y', 'foo:bar', 'C:\\x', '/a', 'README.md', '', '//host/x', 'http://a b'].flatMap((uri) =>
        warnOf(link(uri)),
      ),
    ).toEqual(
      ['/a', 'README.md', '', '//host/x', 'http://a b'].map(
        (uri) => `update.content[0].uri: expected an absolute URI, found "${uri}"`,
      ),
    );
    const at = (updatedAt: string) => ({ sessionUpdate: 'session_info_update', updatedAt });
    expect(['2026-11-16T08:00:00Z', '2026-02-30T08:00:00Z', 'today'].flatMap((time) => warnOf(at(time)))).toEqual([
      'update.updatedAt: expected a date and time of RFC 3339, found "2026-02-30T08:00:00Z"',
      'update.updatedAt: expected a date and time of RFC 3339, found "today"',
    ]);
    const output = (data: string) => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data });
    expect(['aGk=', '', 'hi', 'aGk'].flatMap((data) => warnOf(output(data)))).toEqual([
      'update.data: expected base64, found "hi"',
      'update.data: expected base64, found "aGk"',
    ]);
  });

  test('[T5] nothing to choose from', () => {
    const request = { sessionId: 's', toolCall: { toolCallId: 'c' }, options: [] };
    expect(warn(RequestPermissionRequest.shape, request)).toEqual([
      'options: the list is empty, so there is nothing to choose from',
    ]);
  });

  test('[B13] values of one’s own begin with an underscore', () => {
    expect(warn(PromptResponse.shape, { stopReason: 'bored' })).toEqual([
      'stopReason: "bored" is unknown; values of extensions begin with "_"',
    ]);
    expect(warn(PromptResponse.shape, { stopReason: '_bored' })).toEqual([]);
    const option = { type: 'slider', id: 'i', name: 'n', category: 'colour' };
    expect(warn(SessionConfigOption.shape, option)).toEqual([
      'category: "colour" is unknown; values of extensions begin with "_"',
      'type: "slider" is unknown; values of extensions begin with "_"',
    ]);
    expect([originOf('_x'), originOf('x'), originOf('')]).toEqual(['extension', 'future', 'future']);
  });

  test('[T1] an update of v1 that v2 would take for one yet to come', () => {
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 't' };
    expect(warn(ReceivedSessionNotification.shape, { sessionId: 's', update })).toEqual([
      'update.sessionUpdate: "tool_call" is an update of v1; the peer seems to speak v1',
    ]);
  });

  test('a flood of doubtful values gives at most a hundred warnings', () => {
    const locations = Array.from({ length: 5_000 }, () => ({ path: 'x' }));
    expect(
      warn(SessionNotification.shape, {
        sessionId: 's',
        update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', locations },
      }),
    ).toHaveLength(100);
  });
});
