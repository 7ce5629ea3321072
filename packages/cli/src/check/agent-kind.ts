import { type AgentPrompts, agentChecks, checkAgent } from '@emend/acp/testing';
import type { CheckOptions } from './check-options.ts';
import type { CheckedKind } from './checked-kind.ts';
import { PeerProcesses } from './peer-processes.ts';
import { dialectsOfOption } from './protocol-option.ts';

/** The checks of agents: the kit is the client. */
export const agentKind: CheckedKind = {
  checks: agentChecks,
  start({ command, options, cwd, signal, onTranscript }) {
    const peers = new PeerProcesses(command);
    const { only, skip, timeout, jobs } = options;
    const dialects = dialectsOfOption(options.protocol);
    const prompts = promptsOf(options);
    return {
      run: checkAgent((start) => peers.start(start), {
        only,
        skip,
        timeout,
        jobs,
        dialects,
        prompts,
        cwd,
        signal,
        onTranscript,
      }),
      end: () => peers.end(),
      lastWords: () => peers.lastWords,
    };
  },
};

function promptsOf({ prompt, promptTool, promptPermission, promptSlow }: CheckOptions): Partial<AgentPrompts> {
  return {
    ...(prompt !== undefined && { ordinary: prompt }),
    ...(promptTool !== undefined && { tool: promptTool }),
    ...(promptPermission !== undefined && { permission: promptPermission }),
    ...(promptSlow !== undefined && { slow: promptSlow }),
  };
}
