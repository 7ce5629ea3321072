import type { Chance } from '../chance.ts';
import { after } from '../waiting.ts';
import type { ClusterNode } from './cluster-node.ts';

/** What happens to a node, and how long it lasts: the least and the most seconds. `isHeavy` faults take its sessions away. */
const kinds = {
  kill: { seconds: [0, 4], share: 20, isHeavy: true, about: 'the server is killed and started again' },
  end: { seconds: [0, 2], share: 8, isHeavy: true, about: 'the server is told to end and started again' },
  freeze: { seconds: [1, 7], share: 14, isHeavy: false, about: 'the server is suspended for up to 7 s' },
  'long-freeze': { seconds: [17, 22], share: 4, isHeavy: true, about: 'it is suspended for longer than its lease' },
  'database-cut': { seconds: [1, 4], share: 12, isHeavy: false, about: 'it cannot reach the database for up to 4 s' },
  'long-database-cut': {
    seconds: [17, 22],
    share: 4,
    isHeavy: true,
    about: 'it cannot reach the database for longer than its lease',
  },
  'database-silence': {
    seconds: [1, 6],
    share: 8,
    isHeavy: false,
    about: 'its connections to the database say nothing any more, as if a cable was pulled',
  },
  'peer-cut': { seconds: [1, 8], share: 14, isHeavy: false, about: 'the other servers cannot reach it for up to 8 s' },
  'peer-silence': {
    seconds: [1, 8],
    share: 6,
    isHeavy: false,
    about: 'the connections of the other servers to it say nothing any more',
  },
  'client-cut': { seconds: [0, 3], share: 10, isHeavy: false, about: 'the network to its clients fails' },
} as const;

/** The kind of a fault. */
export type FaultKind = keyof typeof kinds;

/** A fault of the plan, which the seed decides. */
export interface ClusterFault {
  readonly kind: FaultKind;
  /** The index of the node. */
  readonly node: number;
  readonly seconds: number;
  /** Seconds to wait before it. */
  readonly wait: number;
}

/** What each kind of fault does, for people. */
export const aboutFaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(kinds).map(([kind, { about }]) => [kind, about]),
);

/** Whether sessions have to move because of a fault. */
export function isHeavy({ kind }: ClusterFault): boolean {
  return kinds[kind].isHeavy;
}

/** Reads a list of kinds, such as `kill,freeze`. Throws for a kind that there is not. */
export function faultKinds(list: string): readonly FaultKind[] {
  const known = Object.keys(kinds) as FaultKind[];
  return list.split(',').map((name) => {
    const kind = known.find((each) => each === name);
    if (kind === undefined)
      throw new Error(`There is no fault ${JSON.stringify(name)}. The faults are ${known.join(', ')}.`);
    return kind;
  });
}

/** Returns the next fault by chance, of all kinds or of some. */
export function nextFault(
  chance: Chance,
  nodes: number,
  names = Object.keys(kinds) as readonly FaultKind[],
): ClusterFault {
  const total = names.reduce((sum, name) => sum + kinds[name].share, 0);
  let drawn = chance.next() * total;
  const kind = names.find((name) => {
    drawn -= kinds[name].share;
    return drawn < 0;
  });
  return faultOf(kind ?? names[0] ?? 'kill', chance, nodes);
}

/** Returns a fault of a kind, with the rest by chance. */
export function faultOf(kind: FaultKind, chance: Chance, nodes: number): ClusterFault {
  const [least, most] = kinds[kind].seconds;
  const seconds = least + chance.next() * (most - least);
  return { kind, node: chance.between(0, nodes - 1), seconds, wait: chance.next() * 3 };
}

/** Lets a node have a fault; resolves when everything works again. */
export async function haveFault({ kind, seconds }: ClusterFault, node: ClusterNode): Promise<void> {
  const over = () => after(seconds * 1000);
  switch (kind) {
    case 'kill':
    case 'end':
      await node.end(kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
      await over();
      return node.start();
    case 'freeze':
    case 'long-freeze':
      node.signal('SIGSTOP');
      await over();
      return node.signal('SIGCONT');
    default: {
      const proxy = kind.includes('database') ? node.database : kind.includes('peer') ? node.peers : node.clients;
      if (kind.endsWith('silence')) {
        proxy.strike('stall');
        await over();
        return proxy.strike('reset');
      }
      proxy.setDown(true);
      proxy.strike('reset');
      await over();
      return proxy.setDown(false);
    }
  }
}
