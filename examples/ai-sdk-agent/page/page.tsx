import { useChat } from '@ai-sdk/react';
import { type ClientSession, connect, remote } from '@emend/acp';
import { AcpChatTransport, type AcpUIMessage, type AcpUIPart, hasAnsweredApprovals } from '@emend/ai-sdk';
import { useAcpChat } from '@emend/ai-sdk/react';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Helpers = ReturnType<typeof useAcpChat>;

/** A chat with `useChat` alone: the messages are what the transport streams. */
function StreamedChat({ session }: { readonly session: ClientSession }) {
  const transport = useMemo(() => new AcpChatTransport(session), [session]);
  const chat = useChat<AcpUIMessage>({ id: session.id, transport, sendAutomaticallyWhen: hasAnsweredApprovals });
  return <Conversation {...chat} />;
}

/** A chat with `useAcpChat`: the messages are those of the session at every moment. */
function StoredChat({ session }: { readonly session: ClientSession }) {
  return <Conversation {...useAcpChat(session)} />;
}

function Conversation({ messages, status, error, sendMessage, stop, addToolApprovalResponse }: Helpers) {
  const [text, setText] = useState('');
  return (
    <main>
      <div role="log">
        {messages.flatMap(({ id, role, parts }) =>
          parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other keys, and are replaced in place
            <PartView key={`${id} ${index}`} part={part} role={role} answer={addToolApprovalResponse} />
          )),
        )}
      </div>
      <p role="status">{error === undefined ? status : error.message}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
          setText('');
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => stop()}>
          Stop
        </button>
      </form>
    </main>
  );
}

interface PartProps {
  readonly part: AcpUIPart;
  readonly role: AcpUIMessage['role'];
  readonly answer: Helpers['addToolApprovalResponse'];
}

function PartView({ part, role, answer }: PartProps) {
  if (part.type === 'text') return <p>{`${role}: ${part.text}`}</p>;
  if (part.type !== 'dynamic-tool') return null;
  const output = part.state === 'output-available' ? String(part.output) : '';
  return (
    <p>
      {part.title} {part.state === 'output-error' ? part.errorText : output}
      {part.state === 'approval-requested' &&
        ([true, false] as const).map((approved) => (
          <button key={`${approved}`} type="button" onClick={() => answer({ id: part.approval.id, approved })}>
            {approved ? 'Allow' : 'Reject'}
          </button>
        ))}
    </p>
  );
}

const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
const client = await connect(remote(new URL('/acp', location.href).href, { token }), {
  permissions: 'wait',
  // However many updates arrive, the page is drawn once a frame.
  schedule: requestAnimationFrame,
});
const session = await client.newSession({ cwd: '/' });
const Chat = new URLSearchParams(location.search).get('by') === 'stream' ? StreamedChat : StoredChat;
const root = document.getElementById('page');
if (root !== null) createRoot(root).render(<Chat session={session} />);
