import './app.css';
import { Bridge } from './bridge/bridge.tsx';
import { ConnectionProvider, useConnectionStatus, useOverview } from './connection/connected.tsx';
import type { Connection } from './connection/connection-status.ts';
import { Keys } from './keys/keys.tsx';
import { SessionView } from './panes/session-view.tsx';
import { Scrubber } from './scrubber/scrubber.tsx';
import { SelectionProvider, useSelection } from './selection/selected.tsx';
import type { SelectionStore, View } from './selection/selection-store.ts';
import { Time } from './time/time.tsx';
import { ConnectionState } from './title-bar/connection-state.tsx';
import { TitleBar } from './title-bar/title-bar.tsx';

const contents: Readonly<Record<View, () => React.ReactNode>> = {
  session: SessionView,
  bridge: Bridge,
  time: Time,
};

function Page() {
  const { view } = useSelection();
  const overview = useOverview();
  const { state } = useConnectionStatus();
  // Without a connection there is nothing to load, so that nothing may look as if it were loading.
  if (overview === undefined && (state === 'lost' || state === 'ended')) {
    return (
      <main className="page-message">
        <h1>Emend inspector</h1>
        <ConnectionState />
      </main>
    );
  }
  const Content = contents[view];
  return (
    <div className="page">
      <TitleBar />
      <Scrubber />
      <main className="view">
        <div className="view-panel" id="view-panel" role="tabpanel" aria-labelledby={`view-${view}`}>
          <Content />
        </div>
      </main>
      <Keys />
    </div>
  );
}

/** The page of the inspector. */
export function App({ connection, selection }: { connection: Connection; selection: SelectionStore }) {
  return (
    <ConnectionProvider connection={connection}>
      <SelectionProvider store={selection}>
        <Page />
      </SelectionProvider>
    </ConnectionProvider>
  );
}
