import { type UseChatHelpers, useChat } from '@ai-sdk/react';
import type { ClientSession } from '@emend/acp';
import { useSession } from '@emend/acp/react';
import { isBusy } from '@emend/acp/session';
import type { ChatInit } from 'ai';
import { useCallback, useMemo } from 'react';
import { answerApproval } from '../chat/permissions.ts';
import { AcpChatTransport } from '../chat/transport.ts';
import type { AcpUIMessage } from '../chat/ui-message.ts';
import { createUIMessages } from '../chat/ui-messages.ts';

/** Options of {@link useAcpChat}. */
export type UseAcpChatOptions = Pick<ChatInit<AcpUIMessage>, 'onData' | 'onError' | 'onFinish'>;

/**
 * Returns the helpers of `useChat` for an ACP session. The messages are those of the session at every moment, so that a correction of any
 * message is seen, also of an earlier turn; `setMessages` therefore does nothing. Questions are answered while the turn goes on.
 */
export function useAcpChat(session: ClientSession, options: UseAcpChatOptions = {}): UseChatHelpers<AcpUIMessage> {
  const { project, transport } = useMemo(
    () => ({ project: createUIMessages(), transport: new AcpChatTransport(session, { shows: 'store' }) }),
    [session],
  );
  const messages = useSession(session.store, project);
  const isRunning = useSession(session.store, isBusy);
  const { onData, onError, onFinish } = options;
  const chat = useChat<AcpUIMessage>({
    id: session.id,
    transport,
    ...(onData !== undefined && { onData }),
    ...(onError !== undefined && { onError }),
    onFinish(end) {
      const shown = project(session.state);
      onFinish?.({
        ...end,
        messages: shown,
        message: shown.findLast(({ id }) => id === end.message.id) ?? end.message,
      });
    },
  });
  const addToolApprovalResponse = useCallback<UseChatHelpers<AcpUIMessage>['addToolApprovalResponse']>(
    async ({ id, approved }) => void answerApproval(session, id, approved),
    [session],
  );
  const { stop: stopChat } = chat;
  const stop = useCallback(async () => {
    await stopChat();
    if (session.isBusy) session.cancel();
  }, [session, stopChat]);
  const status = isRunning && chat.status === 'ready' ? 'streaming' : chat.status;
  return { ...chat, messages, status, stop, addToolApprovalResponse, setMessages: ignore };
}

function ignore(): void {}
