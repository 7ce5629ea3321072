import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Message, MessageKind } from '../session/message.ts';
import type { SessionState } from '../session/state.ts';
import type { SessionStore } from '../session/store.ts';
import type { Sequence } from '../session/structures/sequence.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { createScreen, type ScreenRow } from '../view/screen.ts';

/** One part of a session; the component renders again only when `select` gives another reference. */
export function useSession<T>(store: SessionStore, select: (state: SessionState) => T): T {
  const read = useMemo(() => {
    let known: { readonly state: SessionState; readonly value: T } | undefined;
    return () => {
      const { state } = store;
      // A selector that builds an object would otherwise look like a change whenever it is asked.
      if (known?.state !== state) known = { state, value: select(state) };
      return known.value;
    };
  }, [store, select]);
  return useSyncExternalStore(store.subscribe, read, read);
}

/** One message; chunks of other messages do not render the component again. */
export function useMessage(store: SessionStore, kind: MessageKind, messageId: string): Message | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeToMessage(kind, messageId, listener),
    [store, kind, messageId],
  );
  const read = () => store.message(kind, messageId);
  return useSyncExternalStore(subscribe, read, read);
}

/** One tool call; updates of other tool calls do not render the component again. */
export function useToolCall(store: SessionStore, toolCallId: string): ToolCall | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeToToolCall(toolCallId, listener),
    [store, toolCallId],
  );
  const read = () => store.toolCall(toolCallId);
  return useSyncExternalStore(subscribe, read, read);
}

/** The rows of the session; chunks of messages that are already there do not render the component again. */
export function useScreen(store: SessionStore): Sequence<ScreenRow> {
  const [screen] = useState(createScreen);
  return useSession(store, screen);
}
