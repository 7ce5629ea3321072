import { describe, expect, test } from 'vitest';
import { SessionNotification } from '../june/index.ts';
import { formatIssue } from './issue.ts';
import { deepestNesting } from './nesting.ts';

function chunk(more: string): string {
  return `{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","messageId":"m","content":{"type":"text","text":"x"}${more}}}`;
}

describe('hostile input', () => {
  test('__proto__ and constructor keys pollute nothing, strict or lenient', () => {
    const text = chunk(
      ',"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"_meta":{"__proto__":{"polluted":true}}',
    );
    for (const reading of ['strict', 'lenient'] as const) {
      const decoded = SessionNotification.decode(JSON.parse(text), reading);
      expect(decoded.ok && JSON.stringify(decoded.value)).toBe(text);
    }
    const repaired = JSON.parse(
      '{"sessionId":"s","update":{"sessionUpdate":"agent_message","messageId":"m","content":5,"__proto__":{"polluted":true}}}',
    );
    const decoded = SessionNotification.decode(repaired, 'lenient');
    expect(decoded.ok && JSON.stringify(decoded.value)).toBe(
      '{"sessionId":"s","update":{"sessionUpdate":"agent_message","messageId":"m","__proto__":{"polluted":true}}}',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('tags named after Object.prototype are unknown tags', () => {
    for (const tag of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const decoded = SessionNotification.decode(JSON.parse(`{"sessionId":"s","update":{"sessionUpdate":"${tag}"}}`));
      expect(decoded.ok).toBe(true);
      const refused = SessionNotification.decode({ sessionId: 1, update: { sessionUpdate: tag } });
      expect(refused.ok ? [] : refused.issues.map(formatIssue)).toEqual(['sessionId: expected string, found number 1']);
    }
  });

  test.each([10_000, 200_000])(
    '_meta nested %i levels deep is refused by name: it could never be written again',
    (depth) => {
      const value: unknown = JSON.parse(chunk(`,"_meta":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`));
      for (const reading of ['strict', 'lenient'] as const) {
        const decoded = SessionNotification.decode(value, reading);
        expect(decoded.ok ? [] : decoded.issues.map(formatIssue)).toEqual([
          `update._meta: expected value nested at most ${deepestNesting} levels deep, found deeper nesting, which could not be written again`,
        ]);
      }
    },
  );

  test('_meta just within the limit is accepted and can be written', () => {
    const inner = deepestNesting - 1;
    const text = chunk(`,"_meta":{"a":${'['.repeat(inner)}${']'.repeat(inner)}}`);
    const decoded = SessionNotification.decode(JSON.parse(text));
    expect(decoded.ok && JSON.stringify(decoded.value)).toBe(text);
  });

  test('a string of 100 MB passes by reference, and its report stays short', () => {
    const text = 'y'.repeat(100 * 1024 * 1024);
    const content = { type: 'text', text };
    const update = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content };
    expect(SessionNotification.decode({ sessionId: 's', update }).ok).toBe(true);
    const refused = SessionNotification.decode({ sessionId: 's', update: { ...update, content: text } });
    expect(refused.ok ? 0 : formatIssue(refused.issues[0] as never).length).toBeLessThan(120);
  });

  test('lone surrogates and duplicate keys are read as JSON.parse reads them', () => {
    const text =
      '{"sessionId":"s","sessionId":"t","update":{"sessionUpdate":"agent_message_chunk","messageId":"\\ud800","content":{"type":"text","text":"\\udc00"}}}';
    const decoded = SessionNotification.decode(JSON.parse(text));
    expect(decoded.ok && decoded.value.sessionId).toBe('t');
    expect(decoded.ok && JSON.parse(JSON.stringify(decoded.value))).toEqual(JSON.parse(text));
  });

  test('the work grows with the size of the value, not faster', () => {
    // Steps are counted by a getter rather than timed.
    const steps = (items: number): number => {
      let count = 0;
      const content = Array.from({ length: items }, () => ({
        get type() {
          count++;
          return 'text';
        },
      }));
      for (const reading of ['strict', 'lenient'] as const) {
        SessionNotification.decode(
          { sessionId: 's', update: { sessionUpdate: 'agent_message', messageId: 'm', content } },
          reading,
        );
      }
      return count;
    };
    expect(steps(20_000)).toBeLessThanOrEqual(10 * steps(2_000) + 100);
  });
});
