import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../../../../test/support/build.ts';
import { startChromium } from '../../../../../test/support/chromium.ts';
import { plainInspector } from '../../engine/plain-inspector.ts';
import { startInspector } from '../../server/start-inspector.ts';

const started = await startChromium();
if (typeof started === 'string') process.stderr.write(`Tests in a browser are skipped: ${started}\n`);
const browser = typeof started === 'string' ? undefined : started;

beforeAll(() => {
  if (browser !== undefined) buildPage();
});
afterAll(() => browser?.close());

const markup =
  '<img src=x onerror="pwned=1"><script>pwned=2</script><svg onload="pwned=3"><style>*{display:none}</style>[a](javascript:pwned=4)';
const odd = '\u202e\u2066\u0000\u001b[31m\u001b]0;title\u0007\ud800';
const huge = 'W'.repeat(600);
const bad = `${markup} ${odd} ${huge}`;

const update = (value: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: `s ${markup}`, update: value },
});

/** An agent of November that is hostile in every field that a conversation shows. */
function hostileMessages(): object[] {
  const sessionId = `s ${markup}`;
  const text = { type: 'text', text: bad };
  return [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: 2, capabilities: {}, info: { name: bad } },
    },
    { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: bad, mcpServers: [] } },
    { jsonrpc: '2.0', id: 2, result: { sessionId } },
    update({ sessionUpdate: 'session_info_update', title: bad }),
    update({ sessionUpdate: 'user_message_chunk', messageId: `u ${bad}`, content: text }),
    update({ sessionUpdate: 'agent_thought_chunk', messageId: `t ${bad}`, content: text }),
    update({ sessionUpdate: 'agent_message_chunk', messageId: `m ${bad}`, content: text }),
    update({
      sessionUpdate: 'agent_message_chunk',
      messageId: `m ${bad}`,
      content: { type: 'image', mimeType: 'image/svg+xml" onload="pwned=5', data: 'AAAA' },
    }),
    update({
      sessionUpdate: 'agent_message_chunk',
      messageId: `m ${bad}`,
      content: { type: 'resource_link', uri: 'javascript:pwned=6', name: bad },
    }),
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: `c ${bad}`,
      title: bad,
      name: bad,
      kind: `_${bad}`,
      status: `_${bad}`,
      locations: [{ path: bad, line: 1 }],
      rawInput: { [bad]: bad },
      content: [
        { type: 'diff', path: bad, oldText: `${bad}\n`, newText: `${bad}!\n` },
        { type: 'content', content: text },
        { type: '_hostile', value: bad },
      ],
    }),
    update({
      sessionUpdate: 'plan_update',
      plan: { type: 'items', id: bad, planId: bad, entries: [{ content: bad, priority: bad, status: bad }] },
    }),
    update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: bad, description: bad }] }),
    update({
      sessionUpdate: 'config_option_update',
      configOptions: [{ id: bad, name: bad, type: 'select', currentValue: bad, options: [{ value: bad, name: bad }] }],
    }),
    update({ sessionUpdate: `_${bad}`, value: bad }),
    {
      jsonrpc: '2.0',
      id: 7,
      method: 'session/request_permission',
      params: {
        sessionId,
        toolCall: { toolCallId: 'x', title: bad },
        options: [{ optionId: bad, name: bad, kind: 'allow_once' }],
      },
    },
  ];
}

test.runIf(browser !== undefined)(
  '[IP71] a hostile conversation runs nothing, breaks no layout and violates no policy',
  async () => {
    if (browser === undefined) return;
    const lines = hostileMessages().map((message, index) => {
      const from =
        'method' in message && !String(message.method).startsWith('session/update') && index < 2 ? 'client' : 'agent';
      return JSON.stringify({ at: index, from, message });
    });
    const server = await startInspector(plainInspector(lines));
    const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(globalThis, { violations });
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    });
    try {
      await page.goto(`${server.address}#token=${server.token}`);
      const conversation = page.getByRole('region', { name: 'Conversation' });
      await conversation.getByRole('article').first().waitFor({ timeout: 200_000 });
      const scroller = conversation.getByRole('group', { name: 'Messages' });
      const seen = new Set<string>();
      await scroller.evaluate((element) => {
        element.scrollTop = 0;
      });
      for (let isAtEnd = false; !isAtEnd; ) {
        // The list makes its rows in the frame after it was scrolled, or after something in it became longer.
        for (let open = 1; open > 0; ) {
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          open = await conversation.locator('details:not([open]) > summary').evaluateAll((all) => {
            for (const summary of all) (summary as HTMLElement).click();
            return all.length;
          });
        }
        for (const name of await conversation
          .getByRole('article')
          .evaluateAll((all) => all.map((one) => one.ariaLabel ?? '')))
          seen.add(name);
        isAtEnd = await scroller.evaluate((element) => {
          const before = element.scrollTop;
          element.scrollTop += element.clientHeight / 2;
          return element.scrollTop === before;
        });
      }
      const found = await page.evaluate(() => {
        const { violations, pwned } = globalThis as unknown as { violations: string[]; pwned?: number };
        const wide = document.querySelector('.conversation-scroller');
        return {
          violations,
          pwned,
          scripts: document.querySelectorAll('.conversation script, .conversation style, .conversation svg').length,
          hrefs: [...document.querySelectorAll('.conversation a')].map((link) => link.getAttribute('href')),
          isPageTooWide: document.documentElement.scrollWidth > innerWidth,
          isTooWide: (wide?.scrollWidth ?? 0) > (wide?.clientWidth ?? 0),
          hasOdd: /[\u202e\u2066]/.test(document.querySelector('.conversation')?.textContent ?? ''),
        };
      });
      expect(found).toEqual({
        violations: [],
        pwned: undefined,
        scripts: 0,
        hrefs: [],
        isPageTooWide: false,
        isTooWide: false,
        hasOdd: false,
      });
      expect([...seen].sort()).toEqual([
        'Message of the agent',
        'Message of the user',
        'Plan',
        'Thought of the agent',
        'Tool call',
        'Unknown update',
      ]);
      expect(faults).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  },
);
