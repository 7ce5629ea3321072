import {
  type AssistantRuntime,
  type ExportedMessageRepository,
  type ExternalStoreAdapter,
  type ThreadMessage,
  useExternalStoreRuntime,
} from '@assistant-ui/react';
import { useSession } from '@emend/acp/react';
import type { ClientSession } from '@emend/acp/roles';
import { isBusy, type SessionState } from '@emend/acp/session';
import { useMemo, useSyncExternalStore } from 'react';
import { answerApproval } from './approvals.ts';
import { createAttachments } from './attachments.ts';
import type { Sessions } from './sessions.ts';
import { createThreadMessages, type ThreadMessagesOptions } from './thread-messages.ts';
import { createThreadState } from './thread-state.ts';
import { toPrompt } from './to-prompt.ts';

type Adapter = ExternalStoreAdapter;
type Adapters = NonNullable<Adapter['adapters']>;

/** Options of {@link useAcpRuntime}. */
export interface AcpRuntimeOptions extends ThreadMessagesOptions {
  /** Shows the sessions of the agent as threads. */
  readonly sessions?: Sessions;
  /** Called if a prompt fails, or the list of threads cannot do what it was asked for. By default it is printed by `console.error`. */
  readonly onError?: (error: unknown) => void;
  /** Reads the files that are attached; `createAttachments()` by default, and no attachments with `null`. */
  readonly attachments?: Adapters['attachments'] | null;
  /** Other adapters of assistant-ui, such as those for speech and feedback. */
  readonly adapters?: Omit<Adapters, 'attachments' | 'threadList'>;
}

/**
 * Returns an assistant-ui runtime over a session: its messages with every correction of the agent, tool calls with their approval, prompts
 * with attachments, cancelling, and sessions as threads. Approvals need a client that was connected with `permissions: 'wait'`.
 */
export function useAcpRuntime(session: ClientSession, options: AcpRuntimeOptions = {}): AssistantRuntime {
  const { sessions, createdAt, onError = printError } = options;
  const messages = useProjection(session, () => createThreadMessages(createdAt === undefined ? {} : { createdAt }));
  const state = useProjection(session, createThreadState);
  const isRunning = useSession(session.store, isBusy);
  const isReplaying = useSession(session.store, (one) => one.phase === 'replaying');
  const threadList = useThreadList(session, sessions, onError);
  const attachments = useMemo(() => createAttachments(), []);
  const adapters: Adapters = {
    ...options.adapters,
    ...(options.attachments !== null && { attachments: options.attachments ?? attachments }),
    threadList,
  };
  const messageRepository = useMemo(() => toRepository(messages), [messages]);
  const adapter: Adapter = {
    // Not `messages`: what the agent has taken back would stay in the runtime as another branch.
    messageRepository,
    isRunning,
    isLoading: isReplaying,
    // The fields are JSON as they were received.
    state: state as unknown as NonNullable<Adapter['state']>,
    extras: session,
    adapters,
    async onNew(message) {
      // The end of the turn is shown by its messages; here only a failure is of interest.
      session.prompt(toPrompt(message)).catch(onError);
    },
    async onCancel() {
      session.cancel();
    },
    async onRespondToToolApproval(decision) {
      answerApproval(session, decision);
    },
  };
  return useExternalStoreRuntime(adapter);
}

function printError(error: unknown): void {
  console.error(error);
}

/** Returns what a projection makes of the session; another session has a projection of its own. */
function useProjection<T>(session: ClientSession, create: () => (state: SessionState) => T): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a projection belongs to its session.
  const projection = useMemo(create, [session]);
  return useSession(session.store, projection);
}

function toRepository(messages: readonly ThreadMessage[]): ExportedMessageRepository {
  const items = messages.map((message, index) => ({ message, parentId: messages[index - 1]?.id ?? null }));
  return { headId: messages.at(-1)?.id ?? null, messages: items };
}

const subscribeToNothing = () => () => {};

function useThreadList(
  session: ClientSession,
  sessions: Sessions | undefined,
  onError: (error: unknown) => void,
): NonNullable<Adapters['threadList']> {
  const read = (): Sessions['state'] | undefined => sessions?.state;
  const state = useSyncExternalStore(sessions?.subscribe ?? subscribeToNothing, read, read);
  return useMemo(() => {
    // Another session is another thread, so that nothing of this one is left in it.
    const threadId = session.id;
    if (sessions === undefined || state === undefined)
      return { threadId, threads: [{ status: 'regular', id: threadId }] };
    const reporting = (work: Promise<void>): Promise<void> => work.catch(onError);
    return {
      threadId,
      isLoading: state.isLoading,
      threads: state.threads,
      onSwitchToThread: (id) => reporting(sessions.switchTo(id)),
      onSwitchToNewThread: () => reporting(sessions.startNew()),
      ...(sessions.canDelete && { onDelete: (id: string) => reporting(sessions.remove(id)) }),
    };
  }, [session, sessions, state, onError]);
}

/** Returns the session that is shown, of the sessions of an agent. */
export function useShownSession(sessions: Sessions): ClientSession {
  const read = (): ClientSession => sessions.state.session;
  return useSyncExternalStore(sessions.subscribe, read, read);
}
