import type { Chance } from '../chance.ts';
import type { Tally } from '../tally.ts';
import { after } from '../waiting.ts';
import { type ClusterFault, type FaultKind, faultOf, haveFault, isHeavy, nextFault } from './cluster-fault.ts';
import type { ClusterNode } from './cluster-node.ts';

/** How long after a server is gone its sessions have to answer, in milliseconds. */
const recoveryLimit = 20_000;
/** How long they are tried. */
const recoveryPatience = 90_000;
/** How many sessions of a server are prompted after a fault. */
const mostProbed = 8;

/** What a schedule needs of the run. */
interface ScheduleParts {
  readonly nodes: readonly ClusterNode[];
  readonly chance: Chance;
  readonly tally: Tally;
  /** The kinds of faults; all of them by default. */
  readonly kinds: readonly FaultKind[] | undefined;
  isOver(): boolean;
  /** The sessions that a node has now. */
  ownedBy(node: ClusterNode): Promise<readonly string[]>;
  /** Prompts sessions until they answer; resolves with how long each of them took. */
  recover(sessions: readonly string[], since: number, patience: number): Promise<readonly number[]>;
}

/** Injects faults one after the other, so that there is always a node that works. */
export class FaultSchedule {
  readonly #parts: ScheduleParts;
  readonly #broken = new Set<number>();
  /** The heavy fault that sessions have not recovered from yet. */
  #recovering: Promise<void> = Promise.resolve();
  readonly #underWay = new Set<Promise<void>>();
  /** How long sessions took to answer again, by the kind of fault, in milliseconds. */
  readonly recoveries = new Map<string, number[]>();
  injected = 0;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /** Injects so many faults; the first one is a kill. */
  async run(faults: number): Promise<void> {
    const { chance, nodes, kinds, isOver } = this.#parts;
    for (let index = 0; index < faults && !isOver(); index++) {
      const isFirst = index === 0 && kinds === undefined;
      const fault = isFirst ? faultOf('kill', chance, nodes.length) : nextFault(chance, nodes.length, kinds);
      await this.#turnOf(fault);
      if (isOver()) break;
      this.#start(fault);
    }
    await Promise.all(this.#underWay);
    await this.#recovering;
  }

  /** Waits until a fault may begin: its node works, another one does besides, and sessions are not recovering from a heavy one. */
  async #turnOf(fault: ClusterFault): Promise<void> {
    const { nodes, isOver } = this.#parts;
    await after(fault.wait * 1000);
    if (isHeavy(fault)) {
      await Promise.all(this.#underWay);
      await this.#recovering;
    }
    while (!isOver() && (this.#broken.has(fault.node) || this.#broken.size >= nodes.length - 1)) await after(100);
  }

  #start(fault: ClusterFault): void {
    const { nodes, tally } = this.#parts;
    const node = nodes[fault.node];
    if (node === undefined) return;
    this.injected += 1;
    tally.inject(fault.kind);
    this.#broken.add(fault.node);
    const work = this.#suffer(fault, node).catch((error: unknown) => {
      tally.check('the run itself goes on', false, () => `${fault.kind} of ${node.name}: ${error}`);
    });
    const done = work.finally(() => {
      this.#broken.delete(fault.node);
      this.#underWay.delete(done);
    });
    this.#underWay.add(done);
  }

  async #suffer(fault: ClusterFault, node: ClusterNode): Promise<void> {
    if (!isHeavy(fault)) return haveFault(fault, node);
    const { chance, ownedBy, recover } = this.#parts;
    const owned = await ownedBy(node);
    const since = Date.now();
    const over = haveFault(fault, node);
    const first = owned.length <= mostProbed ? 0 : chance.between(0, owned.length - mostProbed);
    const recovering = recover(owned.slice(first, first + mostProbed), since, recoveryPatience);
    this.#recovering = recovering.then((took) => this.#note(fault, took));
    await over;
  }

  #note({ kind }: ClusterFault, took: readonly number[]): void {
    const { tally } = this.#parts;
    this.recoveries.set(kind, [...(this.recoveries.get(kind) ?? []), ...took.filter((each) => each >= 0)]);
    for (const each of took) {
      tally.check(
        'a session answers again',
        each >= 0,
        () => `none within ${recoveryPatience / 1000} s of a fault (${kind})`,
      );
      if (kind !== 'kill') continue;
      tally.check(
        'a session answers within 20 s of a kill',
        each < 0 || each <= recoveryLimit,
        () => `it took ${each} ms`,
      );
    }
  }
}
