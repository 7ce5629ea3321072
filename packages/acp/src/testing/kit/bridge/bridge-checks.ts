import type { BridgeCheck } from './bridge-check.ts';
import { cancelChecks } from './checks/cancel.ts';
import { endChecks } from './checks/ends.ts';
import { errorChecks } from './checks/errors.ts';
import { frameChecks } from './checks/frames.ts';
import { handshakeChecks } from './checks/handshake.ts';
import { idChecks } from './checks/ids.ts';
import { lossChecks } from './checks/losses.ts';
import { novemberChecks } from './checks/november.ts';
import { optionChecks } from './checks/options.ts';
import { patchChecks } from './checks/patches.ts';
import { permissionChecks } from './checks/permission.ts';
import { promptChecks } from './checks/prompt.ts';
import { proxyChecks } from './checks/proxy.ts';
import { sceneChecks } from './checks/scenes.ts';
import { sessionRequestChecks } from './checks/session-requests.ts';
import { sessionChecks } from './checks/sessions.ts';
import { updateChecks } from './checks/updates.ts';

/** Every check of a bridge, area by area. */
export const bridgeChecks: readonly BridgeCheck[] = [
  ...handshakeChecks,
  ...sessionChecks,
  ...sessionRequestChecks,
  ...promptChecks,
  ...idChecks,
  ...updateChecks,
  ...patchChecks,
  ...optionChecks,
  ...lossChecks,
  ...permissionChecks,
  ...cancelChecks,
  ...errorChecks,
  ...frameChecks,
  ...endChecks,
  ...proxyChecks,
  ...novemberChecks,
  ...sceneChecks,
];
