import { useConnectionStatus } from '../connection/connected.tsx';

const words = { connecting: 'Connecting…', open: '', lost: 'The connection is lost. Trying again…' } as const;

/** How the connection stands, where it is not as it should be. */
export function ConnectionState() {
  const status = useConnectionStatus();
  const text = status.state === 'ended' ? status.reason : words[status.state];
  return (
    <div role="status" aria-label="Connection" className={`connection is-${status.state}`}>
      {text}
    </div>
  );
}
