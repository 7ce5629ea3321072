import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import type { ClientSession } from '@emend/acp';
import { type ToolArtifact, useAcpRuntime } from '@emend/assistant-ui';
import { Questions } from './questions.tsx';

function Tool({ artifact, approval, respondToApproval }: ToolCallMessagePartProps) {
  const { title, status } = artifact as ToolArtifact;
  return (
    <section aria-label={title}>
      {title}: {status}
      {approval?.options?.map(({ id, label }) => (
        <button key={id} type="button" onClick={() => respondToApproval({ optionId: id })}>
          {label}
        </button>
      ))}
    </section>
  );
}

function Message() {
  return (
    <MessagePrimitive.Root render={<article />}>
      <MessagePrimitive.Parts components={{ tools: { Fallback: Tool } }} />
    </MessagePrimitive.Root>
  );
}

/** Shows a session as a thread of assistant-ui. */
export function Thread({ session }: { readonly session: ClientSession }) {
  const runtime = useAcpRuntime(session);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Messages components={{ Message }} />
        <Questions session={session} />
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Prompt" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
        <ThreadPrimitive.If running>
          <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
        </ThreadPrimitive.If>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}
