// @vitest-environment jsdom
import fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { Markdown } from './markdown.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function shown(text: string): HTMLElement {
  const container = document.createElement('div');
  act(() => createRoot(container).render(<Markdown text={text} />));
  return container.firstElementChild as HTMLElement;
}

test('[IP70] Markdown becomes elements of our own', () => {
  const text = [
    '# One',
    'A *b* **c** ~~d~~ `e<f>` &lt;g&gt; \\*h\\*',
    '- [x] done\n- [ ] open\n  1. deep',
    '3. three\n4. four',
    '> quoted',
    '| a | b |\n|:-:|--:|\n| 1 | 2 |',
    '```ts\nconst a = "<b>";\n```',
    '---',
  ].join('\n\n');
  expect(shown(text).innerHTML).toBe(
    [
      '<h4>One</h4>',
      '<p>A <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f&gt;</code> &lt;g&gt; *h*</p>',
      '<ul><li class="task"><span class="task-mark">☑ </span>done</li>',
      '<li class="task"><span class="task-mark">☐ </span>open<ol start="1"><li>deep</li></ol></li></ul>',
      '<ol start="3"><li>three</li><li>four</li></ol>',
      '<blockquote><p>quoted</p></blockquote>',
      '<table><thead><tr><th scope="col" class="align-center">a</th><th scope="col" class="align-right">b</th></tr></thead>',
      '<tbody><tr><td class="align-center">1</td><td class="align-right">2</td></tr></tbody></table>',
      '<figure class="code-block"><figcaption>ts</figcaption><pre><code>const a = "&lt;b&gt;";</code></pre></figure>',
      '<hr>',
    ].join(''),
  );
});

test.each([
  ['<b onclick="x()">hi</b>', '<p>&lt;b onclick="x()"&gt;hi&lt;/b&gt;</p>'],
  ['<script>x()</script>', '<p class="verbatim">&lt;script&gt;x()&lt;/script&gt;</p>'],
  ['[a](javascript:x())', '<p>a <span class="address">(<bdi class="said">javascript:x()</bdi>)</span></p>'],
  [
    '[a](http://ä.example/?q=1)',
    '<p><a href="http://xn--4ca.example/?q=1" target="_blank" rel="noopener noreferrer">a</a> <span class="address">(<bdi class="said">http://xn--4ca.example/?q=1</bdi>)</span></p>',
  ],
  [
    'https://a.example/',
    '<p><a href="https://a.example/" target="_blank" rel="noopener noreferrer"><bdi class="said">https://a.example/</bdi></a></p>',
  ],
  [
    '![a](https://a.example/b.png)',
    '<p><span class="left-out">Picture not loaded: <bdi class="said">a</bdi> <span class="address">(<bdi class="said">https://a.example/b.png</bdi>)</span></span></p>',
  ],
  ['![a](data:image/png;base64,AAAA)', '<p><img alt="a" src="data:image/png;base64,AAAA"></p>'],
  [
    '![a](data:image/svg+xml;base64,AAAA)',
    '<p><span class="left-out">Picture not loaded: <bdi class="said">a</bdi> <span class="address">(<bdi class="said">data:image/svg+xml;base64,AAAA</bdi>)</span></span></p>',
  ],
  [
    'a\u202eb\u001b[31m',
    '<p>a<span class="odd-character" title="U+202E right-to-left override">\ufffd</span>b<span class="odd-character" title="U+001B escape">␛</span>[31m</p>',
  ],
])('[IP71] what could act is shown as text: %j', (text, html) => {
  expect(shown(text).innerHTML).toBe(html);
});

/** What Markdown may become: elements with their attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p h4 h5 h6 hr br ul blockquote pre code strong em del table thead tbody tr'
      .split(' ')
      .map((tag) => [tag, ['class']]),
  ),
  div: ['class'],
  span: ['class', 'title'],
  bdi: ['class'],
  figure: ['class'],
  figcaption: [],
  ol: ['start'],
  li: ['class'],
  th: ['scope', 'class'],
  td: ['class'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt'],
};

const markup = fc.constantFrom(
  ...[
    '<script>',
    '</p>',
    '<img src=x onerror=x()>',
    '<svg onload=x()>',
    '<style>*{display:none}</style>',
    '<!--',
    '-->',
  ],
  ...['](javascript:x())', '](JaVaScRiPt&colon;x())', '](data:text/html,x)', '](vbscript:x)', '](file:///etc/passwd)'],
  ...[
    '[',
    ']',
    '(',
    ')',
    '!',
    '*',
    '_',
    '`',
    '```',
    '~~',
    '#',
    '- ',
    '> ',
    '1. ',
    '| a |',
    '\n|--|\n',
    '\n',
    '\n\n',
    '    ',
  ],
  ...[
    'http://a.example',
    'www.a.example',
    'a@b.example',
    '&lt;script&gt;',
    '&#60;',
    '&#x202e;',
    '\u202e',
    '\u0000',
    '\ud800',
  ],
  ...[
    '"onmouseover="x()',
    "' style='x",
    '<a href="javascript:x()">',
    '<iframe src=//a>',
    '<http://b>',
    '<javascript:x()>',
    'text',
  ],
);

test('[IP71] no Markdown yields another element, attribute or address than ours', () => {
  const texts = fc
    .array(fc.oneof(markup, fc.string({ maxLength: 8 })), { maxLength: 40 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const root = shown(text);
      const faults = [];
      for (const element of [root, ...root.querySelectorAll('*')]) {
        const attributes = allowed[element.localName];
        for (const { name } of element.attributes)
          if (!attributes?.includes(name)) faults.push(`${element.localName} ${name}`);
        if (attributes === undefined) faults.push(element.localName);
        const href = element.getAttribute('href');
        if (href !== null && !/^(?:https?|mailto):/.test(href)) faults.push(href);
        const src = element.getAttribute('src');
        if (src !== null && !/^data:image\/(?:png|jpeg|gif|webp);/.test(src)) faults.push(src);
      }
      if (/[\u202a-\u202e\u2066-\u2069]/.test(root.textContent ?? '')) faults.push('odd characters');
      expect(faults).toEqual([]);
    }),
    { numRuns: counts({ short: 60, long: 5_000 }) },
  );
});

test.each([
  ['quotes', '>'.repeat(20_000)],
  ['emphasis', '_a_'.repeat(16_000)],
  ['a long word', `${'a'.repeat(49_000)}@`],
  ['lazy lines', `- a\n${'b\n'.repeat(24_000)}`],
  ['brackets', '[a]('.repeat(12_000)],
])('[IP72] all of a text that is hard to read is shown: %s', (_, text) => {
  expect((shown(text).textContent ?? '').replace(/[-\s]/g, '')).toBe(text.replace(/[-\s]/g, ''));
});
