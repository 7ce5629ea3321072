interface Page {
  addEventListener?(type: string, listener: () => void, options: { readonly signal: AbortSignal }): void;
  readonly visibilityState?: string;
  readonly document?: Page;
}

/** Calls back, until the signal, when a page may have been without its network: it is shown again, or the network is back. */
export function onPageReturn(check: () => void, signal: AbortSignal): void {
  const window: Page = globalThis as Page;
  const { document } = window;
  window.addEventListener?.('online', check, { signal });
  document?.addEventListener?.('visibilitychange', () => document.visibilityState === 'visible' && check(), { signal });
}
