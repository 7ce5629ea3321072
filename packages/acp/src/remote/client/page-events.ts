interface Page {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
  readonly visibilityState?: string;
}

/** Calls back when a page may have been without its network: it is shown again, or the network is back. Returns how to stop that. */
export function onPageReturn(check: () => void): () => void {
  const { document } = globalThis as { readonly document?: Page };
  const window: Page = globalThis as Page;
  const shown = () => document?.visibilityState === 'visible' && check();
  window.addEventListener?.('online', check);
  document?.addEventListener?.('visibilitychange', shown);
  return () => {
    window.removeEventListener?.('online', check);
    document?.removeEventListener?.('visibilitychange', shown);
  };
}
