import { clientCommand, foldCommand } from '@emend/acp/node';
import { checkClient, clientChecks, type StartClient } from '@emend/acp/testing';
import type { CheckedKind } from './checked-kind.ts';
import { dialectsOfOption } from './protocol-option.ts';
import { RunningPeers } from './running-peers.ts';

/** The checks of clients: the kit is the agent that the client starts or connects to. */
export const clientKind: CheckedKind = {
  checks: clientChecks,
  start({ command, options, signal, onTranscript }) {
    const { only, skip, timeout, jobs, script, listen, state } = options;
    const dialects = dialectsOfOption(options.protocol);
    const fold = state === undefined ? undefined : foldCommand(state);
    const isDriven = script !== undefined;
    const checking = { only, skip, timeout, jobs, dialects, isDriven, fold, signal, onTranscript };
    const peers = new RunningPeers();
    return {
      run: checkClient(startingClients(peers, clientCommand(command, { script, listen })), checking),
      end: () => peers.end(),
      lastWords: () => peers.lastWords,
    };
  },
};

function startingClients(peers: RunningPeers, launch: ReturnType<typeof clientCommand>): StartClient {
  return async (asked) => {
    const { peer, leave } = await peers.start(
      () => launch(asked),
      (client) => ({ end: () => client.end(), lastWords: () => client.lastWords() }),
    );
    return { ...peer, end: () => peer.end().finally(leave) };
  };
}
