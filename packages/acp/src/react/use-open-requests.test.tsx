// @vitest-environment jsdom
import { act, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { agent } from '../roles/agent/agent.ts';
import { serve } from '../roles/agent/serve.ts';
import { connect } from '../roles/client/connect.ts';
import type { SessionElicitations } from '../roles/client/session-elicitations.ts';
import type { SessionPermissions } from '../roles/client/session-permissions.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { useElicitations, usePermissions } from './use-open-requests.ts';

function Questions({ permissions }: { permissions: SessionPermissions }) {
  return usePermissions(permissions).map(({ requestId, title, options }) => (
    <p key={requestId}>
      {title}
      {options.map(({ optionId, name }) => (
        <button key={optionId} type="button" onClick={() => permissions.answer(requestId, optionId)}>
          {name}
        </button>
      ))}
    </p>
  ));
}

test('a component shows the open permission requests and answers them', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const [near, far] = memoryPair();
  const answers: boolean[] = [];
  const asking = agent({
    async prompt(turn) {
      for (const title of ['One', 'Two'])
        answers.push((await turn.requestPermission(turn.toolCall({ title }))).isAllowed);
    },
  });
  await using _ = serve(asking, far);
  await using client = await connect(near, { permissions: 'wait' });
  const session = await client.newSession({ cwd: '/project' });
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <StrictMode>
        <Questions permissions={session.permissions} />
      </StrictMode>,
    ),
  );
  const turn = session.prompt('go');
  const click = async (title: string, name: string): Promise<void> => {
    await expect.poll(() => act(async () => container.textContent)).toBe(`${title}AllowReject`);
    const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    await act(async () => button?.click());
  };
  await click('One', 'Reject');
  await click('Two', 'Allow');
  await act(async () => void (await turn));
  expect([answers, container.innerHTML]).toEqual([[false, true], '']);
  await act(async () => root.unmount());
});

function Forms({ elicitations }: { elicitations: SessionElicitations }) {
  return useElicitations(elicitations).map(({ requestId, request }) => (
    <button key={requestId} type="button" onClick={() => elicitations.answer(requestId, { action: 'decline' })}>
      {request.message}
    </button>
  ));
}

test('a component shows the open requests for information and answers them', async () => {
  const [near, far] = memoryPair();
  const actions: string[] = [];
  const asking = agent({
    async prompt(turn) {
      actions.push((await turn.elicit({ message: 'Who?', schema: { properties: {} } })).action);
    },
  });
  await using _ = serve(asking, far);
  await using client = await connect(near, { elicitation: { form: 'wait' } });
  const session = await client.newSession({ cwd: '/project' });
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<Forms elicitations={session.elicitations} />));
  const turn = session.prompt('go');
  await expect.poll(() => act(async () => container.textContent)).toBe('Who?');
  await act(async () => container.querySelector('button')?.click());
  await act(async () => void (await turn));
  expect([actions, container.innerHTML]).toEqual([['decline'], '']);
  await act(async () => root.unmount());
});
