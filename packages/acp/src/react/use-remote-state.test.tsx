// @vitest-environment jsdom
import { act, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteState } from '../remote/client/options.ts';
import { type RemoteStates, remoteStates } from '../remote/client/remote-states.ts';
import { useRemoteState } from './use-remote-state.ts';

let container: HTMLElement;
let root: Root;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  container = document.createElement('div');
  root = createRoot(container);
});

afterEach(() => act(() => root.unmount()));

function Status({ states }: { states: RemoteStates }) {
  const state = useRemoteState(states);
  return state.type === 'waiting' ? `again in ${state.delay}` : state.type;
}

async function shownAfter(states: RemoteStates, state: RemoteState): Promise<string> {
  await act(async () => states.onState(state));
  return container.innerHTML;
}

test('each state of a connection is shown, and those of another once that is given', async () => {
  const [one, two] = [remoteStates(), remoteStates()];
  const render = (states: RemoteStates) =>
    act(async () =>
      root.render(
        <StrictMode>
          <Status states={states} />
        </StrictMode>,
      ),
    );
  await render(one);
  const shown = [container.innerHTML];
  shown.push(await shownAfter(one, { type: 'open', carrier: 'http', isResumed: false }));
  shown.push(await shownAfter(one, { type: 'waiting', attempt: 1, delay: 250, cause: 'The network failed.' }));
  two.onState({ type: 'closed', reason: 'The server has ended.' });
  await render(two);
  shown.push(container.innerHTML);
  shown.push(await shownAfter(one, { type: 'connecting' }));
  expect(shown).toEqual(['connecting', 'open', 'again in 250', 'closed', 'closed']);
  expect(renderToString(<Status states={two} />)).toBe('closed');
});
