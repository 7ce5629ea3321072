import type { AgentCheck } from './agent-check.ts';
import { cancelChecks } from './checks/cancel.ts';
import { errorChecks } from './checks/errors.ts';
import { handshakeChecks } from './checks/handshake.ts';
import { optionChecks } from './checks/options.ts';
import { outputChecks } from './checks/output.ts';
import { promptChecks } from './checks/prompt.ts';
import { replayChecks } from './checks/replay.ts';
import { sessionChecks } from './checks/sessions.ts';
import { toolChecks } from './checks/tools.ts';

/** Every check of an agent, area by area. */
export const agentChecks: readonly AgentCheck[] = [
  ...handshakeChecks,
  ...sessionChecks,
  ...replayChecks,
  ...promptChecks,
  ...toolChecks,
  ...cancelChecks,
  ...optionChecks,
  ...errorChecks,
  ...outputChecks,
];
