import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { Message, MessageKind } from '../session/message.ts';
import type { SessionState } from '../session/state.ts';
import type { SessionStore } from '../session/store.ts';
import type { Sequence } from '../session/structures/sequence.ts';
import type { ToolCall } from '../session/tool-call.ts';
import { createScreen, type ScreenRow } from '../view/screen.ts';

/** Returns a part of the session state. The component re-renders only when `select` returns a different reference. */
export function useSession<T>(store: SessionStore, select: (state: SessionState) => T): T {
  const read = useMemo(() => {
    let known: { readonly state: SessionState; readonly value: T } | undefined;
    return () => {
      const { state } = store;
      // A selector that builds a new object would otherwise look like a change on every call.
      if (known?.state !== state) known = { state, value: select(state) };
      return known.value;
    };
  }, [store, select]);
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Returns a message. Chunks of other messages do not re-render the component. */
export function useMessage(store: SessionStore, kind: MessageKind, messageId: string): Message | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeToMessage(kind, messageId, listener),
    [store, kind, messageId],
  );
  const read = () => store.message(kind, messageId);
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns a tool call. Updates of other tool calls do not re-render the component. */
export function useToolCall(store: SessionStore, toolCallId: string): ToolCall | undefined {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeToToolCall(toolCallId, listener),
    [store, toolCallId],
  );
  const read = () => store.toolCall(toolCallId);
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns the rows of the conversation. Chunks of existing messages do not re-render the component. */
export function useScreen(store: SessionStore): Sequence<ScreenRow> {
  const [screen] = useState(createScreen);
  return useSession(store, screen);
}
