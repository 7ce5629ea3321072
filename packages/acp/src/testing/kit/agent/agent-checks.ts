import type { AgentCheck } from './agent-check.ts';
import { cancelChecks } from './checks/cancel.ts';
import { capabilityChecks } from './checks/capabilities.ts';
import { endingChecks } from './checks/ending.ts';
import { errorChecks } from './checks/errors.ts';
import { handshakeChecks } from './checks/handshake.ts';
import { listingChecks } from './checks/listing.ts';
import { messageChecks } from './checks/messages.ts';
import { novemberHandshakeChecks } from './checks/november-handshake.ts';
import { optionChecks } from './checks/options.ts';
import { outputChecks } from './checks/output.ts';
import { permissionChecks } from './checks/permission.ts';
import { promptChecks } from './checks/prompt.ts';
import { replayChecks } from './checks/replay.ts';
import { resumeChecks } from './checks/resume.ts';
import { sessionDetailChecks } from './checks/session-details.ts';
import { sessionChecks } from './checks/sessions.ts';
import { stateChecks } from './checks/states.ts';
import { toolContentChecks } from './checks/tool-content.ts';
import { toolChecks } from './checks/tools.ts';

/** Every check of an agent, area by area. */
export const agentChecks: readonly AgentCheck[] = [
  ...handshakeChecks,
  ...novemberHandshakeChecks,
  ...capabilityChecks,
  ...sessionChecks,
  ...listingChecks,
  ...endingChecks,
  ...replayChecks,
  ...resumeChecks,
  ...promptChecks,
  ...messageChecks,
  ...stateChecks,
  ...toolChecks,
  ...toolContentChecks,
  ...permissionChecks,
  ...cancelChecks,
  ...optionChecks,
  ...sessionDetailChecks,
  ...errorChecks,
  ...outputChecks,
];
