import { bridgeCommand } from '@emend/acp/node';
import { allPairs, bridgeChecks, checkBridge, type DialectPair, type StartBridge } from '@emend/acp/testing';
import { dialectNamed } from '../options/dialect-names.ts';
import type { CheckedKind } from './checked-kind.ts';
import { RunningPeers } from './running-peers.ts';

/** The checks of bridges: the kit is the client on one side, and the agent on the other. */
export const bridgeKind: CheckedKind = {
  checks: bridgeChecks,
  start({ command, options, cwd, signal, onTranscript }) {
    const { only, skip, timeout, jobs } = options;
    const pairs = pairsOfOption(options.protocol);
    const peers = new RunningPeers();
    return {
      run: checkBridge(startingBridges(peers, bridgeCommand(command)), {
        only,
        skip,
        timeout,
        jobs,
        pairs,
        cwd,
        signal,
        onTranscript,
      }),
      end: () => peers.end(),
      lastWords: () => peers.lastWords,
    };
  },
};

function startingBridges(peers: RunningPeers, launch: ReturnType<typeof bridgeCommand>): StartBridge {
  return async (asked) => {
    const { peer, leave } = await peers.start(
      () => launch(asked),
      (bridge) => ({ end: () => bridge.end(), lastWords: () => bridge.lastWords() }),
    );
    void peer.exited.then(() => peer.end()).then(leave);
    return peer;
  };
}

/** Returns the pairs that `--protocol` names: a pair, a dialect on both sides, or all. */
function pairsOfOption(protocol: string | undefined): readonly DialectPair[] {
  if (protocol === undefined || protocol === 'all') return allPairs;
  const [client = protocol, agent = client] = protocol.split(':');
  return [{ client: dialectNamed(client), agent: dialectNamed(agent) }];
}
