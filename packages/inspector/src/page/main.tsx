import { createRoot } from 'react-dom/client';
import './main.css';
import { App } from './app.tsx';
import { openConnection } from './connection/open-connection.ts';
import { readAddress } from './selection/address.ts';
import { syncAddress, viewOf } from './selection/address-sync.ts';
import { SelectionStore } from './selection/selection-store.ts';

const page = document.querySelector('#page');
if (page !== null) {
  const { token, frame, session, view } = readAddress(location.hash);
  const store = new SelectionStore({
    ...(frame !== undefined && { frame }),
    ...(session !== undefined && { session }),
    view: viewOf(view),
  });
  syncAddress(store);
  createRoot(page).render(<App connection={openConnection(token ?? '')} selection={store} />);
}
