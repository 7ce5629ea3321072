import { applyEvents, newSessionState, readUpdate } from '@emend/acp/session';
import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { markdownOf } from './markdown.ts';
import { codeBlock, codeSpan } from './markdown-text.ts';
import { saidMarkdown } from './said-markdown.ts';

const head = { name: 'a.ndjson', session: 's1', frame: 7 };

function written(...updates: object[]): string {
  const events = updates.map((update, index) => readUpdate(update, index + 1));
  return [...markdownOf(applyEvents(newSessionState(), events), head)].join('');
}

test('[IP93] messages, tool calls and plans are written in the order of the screen', () => {
  expect(
    written(
      { sessionUpdate: 'session_info_update', title: 'A `title`' },
      { sessionUpdate: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'Hello' }] },
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: '# Hi\n```\ncode' } },
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: '\n```' } },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        title: 'Edit <b>',
        status: 'in_progress',
        locations: [{ path: '/a', line: 3 }],
        content: [{ type: 'diff', path: '/a', oldText: 'one\n', newText: 'two\n' }],
      },
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'items', id: 'p', entries: [{ content: 'Do it', priority: 'high', status: 'completed' }] },
      },
    ),
  ).toBe(`# Conversation: \`\` A \`title\` \`\`

Session \`s1\` of \`a.ndjson\`, after frame 7.

## User

> Hello

## Agent

> # Hi
> \`\`\`
> code
> \`\`\`

### Tool call \`Edit <b>\` (\`in progress\`)

At \`/a:3\`

\`/a\`

\`\`\`diff
@@ -1,1 +1,1 @@
-one
+two
\`\`\`

## Plan

- [x] \`Do it\` (\`completed\`)
`);
});

test('[IP93] what was said keeps its form, and what would act is shown as it was written', () => {
  const said = [
    '# Title',
    'Use `a[0] < b` and **bold**, see [x](javascript:y), ![p](http://evil.example/p.png) and <b>.',
    '',
    '    - `open and | table`',
    '  ```',
    '- ~~~ \\[kept] \\` <',
    '~~~html',
    '<b>[x]</b>',
    ' ```',
  ];
  expect(saidMarkdown(`${said.join('\r\n')}\n\n`)).toBe(
    [
      '> # Title',
      '> Use `a[0] < b` and **bold**, see \\[x](javascript:y), !\\[p](http://evil.example/p.png) and &lt;b>.',
      '>',
      '>     - \\`open and | table\\`',
      '>   \\`\\`\\`',
      '> - \\~\\~\\~ \\[kept] \\` &lt;',
      '> ~~~html',
      '> <b>[x]</b>',
      '>  ```',
      '> ~~~',
      '',
    ].join('\n'),
  );
});

/** All tokens of a text that act. A bare address is a link to itself, which shows where it leads. */
function acting(text: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    const isBare = token.type === 'link' && token.raw === token['text'];
    if (['link', 'image', 'html', 'def'].includes(token.type) && !isBare) found.push(token.raw);
  });
  return found;
}

const hostile = fc
  .array(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '![x](http://evil.example/p.png)',
      '[x](javascript:alert(1))',
      '[x]: http://evil.example',
      '`',
      '```',
      '~~~',
      '\n',
      '\r',
      '    ',
      '> ',
      '\u202e',
      '\u001b[31m',
      '<!--',
      'text',
      '|a|b|\n|-|-|',
      '|',
      '[',
      '<a href=x>',
      '](http://evil.example)',
      'http://e.example',
      ' www.e.example',
      '\\<',
      '\n```\n',
      '\n~~~~\n',
      '\n  ```',
      '- ',
      '# ',
      '\\',
      '**',
      '\n===\n',
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(''));

test('[IP93] nothing that an agent says becomes a link, an image or HTML, or reaches a terminal as a control character', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const block = codeBlock(text, 'markdown');
      expect(marked.lexer(block).map(({ type }) => type)).toEqual(['code']);
      expect(acting(`A ${codeSpan(text)} b\n`)).toEqual([]);
      const said = written({
        sessionUpdate: 'agent_message',
        messageId: 'm',
        content: [{ type: 'text', text: `x${text}` }],
      });
      const outline = marked.lexer(said).filter(({ type }) => type !== 'space');
      expect(outline.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'heading', 'blockquote']);
      const all = written(
        { sessionUpdate: 'session_info_update', title: text },
        {
          sessionUpdate: 'agent_message',
          messageId: text,
          content: [
            { type: 'text', text },
            { type: 'image', data: '', mimeType: text },
          ],
        },
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: text,
          title: text,
          status: text,
          content: [
            { type: 'content', content: { type: 'resource_link', uri: text, name: text } },
            { type: 'diff', path: text, newText: text },
          ],
        },
        { sessionUpdate: text, note: text },
      );
      expect(acting(all)).toEqual([]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }),
    { numRuns: counts({ short: 200, long: 5000 }) },
  );
});
