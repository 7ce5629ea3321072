import { cancelChecks } from './checks/cancel.ts';
import { endChecks } from './checks/end.ts';
import { frameChecks } from './checks/frames.ts';
import { handshakeChecks } from './checks/handshake.ts';
import { loadChecks } from './checks/load.ts';
import { outputChecks } from './checks/output.ts';
import { permissionChecks } from './checks/permission.ts';
import { promptChecks } from './checks/prompt.ts';
import { requestChecks } from './checks/requests.ts';
import { stateChecks } from './checks/state.ts';
import { updateChecks } from './checks/updates.ts';
import type { ClientCheck } from './client-check.ts';

/** All checks of a client, area by area. */
export const clientChecks: readonly ClientCheck[] = [
  ...handshakeChecks,
  ...promptChecks,
  ...updateChecks,
  ...permissionChecks,
  ...requestChecks,
  ...cancelChecks,
  ...loadChecks,
  ...frameChecks,
  ...outputChecks,
  ...endChecks,
  ...stateChecks,
];
