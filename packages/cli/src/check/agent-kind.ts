import { type AgentProcess, launchAgent } from '@emend/acp/node';
import { type AgentPrompts, agentChecks, checkAgent, type StartOptions } from '@emend/acp/testing';
import type { CheckOptions } from './check-options.ts';
import type { CheckedKind } from './checked-kind.ts';
import { dialectsOfOption } from './protocol-option.ts';
import { RunningPeers } from './running-peers.ts';

/** The checks of agents: the kit is the client. */
export const agentKind: CheckedKind = {
  checks: agentChecks,
  start({ command, options, cwd, signal, onTranscript }) {
    const peers = new RunningPeers();
    const { only, skip, timeout, jobs } = options;
    const dialects = dialectsOfOption(options.protocol);
    const prompts = promptsOf(options);
    const checking = { only, skip, timeout, jobs, dialects, prompts, cwd, signal, onTranscript };
    return {
      run: checkAgent((asked) => started(peers, command, asked), checking),
      end: () => peers.end(),
      lastWords: () => peers.lastWords,
    };
  },
};

/** Starts the command in the current directory. */
async function started(
  peers: RunningPeers,
  [program = '', ...args]: readonly string[],
  asked: StartOptions,
): Promise<AgentProcess> {
  const { peer, leave } = await peers.start(
    () => launchAgent(program, args, asked),
    (agent) => ({ end: () => agent.terminate(), lastWords: () => agent.stderrTail }),
  );
  // A process that has exited may leave others of its group behind, which are ended with it.
  void peer.exited.then(() => peer.terminate()).then(leave);
  return peer;
}

function promptsOf({ prompt, promptTool, promptPermission, promptSlow }: CheckOptions): Partial<AgentPrompts> {
  return {
    ...(prompt !== undefined && { ordinary: prompt }),
    ...(promptTool !== undefined && { tool: promptTool }),
    ...(promptPermission !== undefined && { permission: promptPermission }),
    ...(promptSlow !== undefined && { slow: promptSlow }),
  };
}
