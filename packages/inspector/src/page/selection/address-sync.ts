import { readAddress, writeAddress } from './address.ts';
import type { Selection, SelectionStore, View } from './selection-store.ts';

const views: readonly string[] = ['session', 'bridge', 'time'] satisfies View[];

/** The view that an address names; the session if it names none. */
export function viewOf(name: string | undefined): View {
  return name !== undefined && views.includes(name) ? (name as View) : 'session';
}

/** How long the address may lag behind, since browsers limit how often it can be written. */
const lag = 150;

function hashOf({ frame, session, view, isLive }: Selection): string {
  const { token } = readAddress(location.hash);
  return writeAddress({
    ...(token !== undefined && { token }),
    ...(!isLive && { frame }),
    ...(session !== undefined && { session }),
    ...(view !== 'session' && { view }),
  });
}

const pathWith = (hash: string): string => `${location.pathname}${location.search}${hash}`;

/** Keeps the address and the selection alike: links lead to a place, and the browser's buttons go back to it. */
export function syncAddress(store: SelectionStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = store.get();

  const replace = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const hash = hashOf(last);
    if (hash !== location.hash) history.replaceState(null, '', pathWith(hash));
  };

  store.subscribe((step) => {
    const previous = last;
    last = store.get();
    if (step === 'jump' && hashOf(previous) !== hashOf(last)) {
      // The place that is left gets its address before the new one.
      clearTimeout(timer);
      timer = undefined;
      history.replaceState(null, '', pathWith(hashOf(previous)));
      history.pushState(null, '', pathWith(hashOf(last)));
    } else timer ??= setTimeout(replace, lag);
  });

  // Also a fragment typed by hand comes here.
  addEventListener('popstate', () => {
    clearTimeout(timer);
    timer = undefined;
    const { frame, session, view } = readAddress(location.hash);
    store.restore({
      ...(frame !== undefined && { frame }),
      ...(session !== undefined && { session }),
      view: viewOf(view),
    });
  });
}
