import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { hasLiveMember, liveMembers, membersFromPs } from './process-group.ts';
import { type ProcessGroups, ProcessTree } from './process-tree.ts';

/** A machine with one number for groups, which it gives to somebody else whenever nobody holds it. */
class Machine implements ProcessGroups {
  readonly child = Object.assign(new EventEmitter(), { exitCode: null as number | null, signalCode: null });
  members: { readonly name: string; readonly isOurs: boolean }[] = [{ name: 'leader', isOurs: true }];
  signalled: string[] = [];
  #count = 0;

  get isReaped(): boolean {
    return this.child.exitCode !== null;
  }

  hasLiveMember(): boolean {
    return this.members.length > 0;
  }

  liveMembers(): readonly string[] {
    return this.members.map(({ name }) => name);
  }

  signal(): void {
    this.signalled.push(...this.members.map(({ name }) => name));
  }

  fork(): void {
    const [parent] = this.members;
    if (parent !== undefined) this.members.push({ ...parent, name: this.#newName() });
  }

  /** Ends the member that has been there longest; the leader is reaped at once, as it is in Node. */
  end(): void {
    const [ended] = this.members.splice(0, 1);
    if (ended?.name !== 'leader') return;
    this.child.exitCode = 0;
    this.child.emit('exit', 0, null);
  }

  recycle(): void {
    if (this.isReaped && this.members.length === 0) this.members = [{ name: this.#newName(), isOurs: false }];
  }

  #newName(): string {
    this.#count += 1;
    return `process ${this.#count}`;
  }
}

test('a signal reaches whoever is left of the tree, and never the next owner of the number of its group', () => {
  const step = fc.constantFrom('fork', 'end', 'recycle', 'look', 'kill');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const machine = new Machine();
      const tree = new ProcessTree(machine.child as unknown as ChildProcess, 1, machine);
      // Whoever was there at the last look; while one of them stays, the tree is known to be there.
      let seen: readonly string[] | undefined;
      const isKnown = () => seen === undefined || machine.members.some(({ name }) => seen?.includes(name));
      for (const action of steps) {
        const wasReaped = machine.isReaped;
        machine.signalled = [];
        const expected = isKnown() ? machine.liveMembers() : [];
        if (action === 'look') expect(tree.isAlive).toBe(expected.length > 0);
        else if (action === 'kill') {
          tree.kill('SIGKILL');
          expect(machine.signalled).toEqual(expected);
        } else machine[action]();
        const hasLooked = action === 'look' || action === 'kill';
        if (machine.isReaped && (hasLooked || !wasReaped)) seen = hasLooked ? expected : machine.liveMembers();
        const strangers = machine.members.filter(({ isOurs }) => !isOurs).map(({ name }) => name);
        expect(machine.signalled.filter((name) => strangers.includes(name))).toEqual([]);
      }
    }),
    { numRuns: counts({ short: 500, long: 50_000 }) },
  );
});

test.skipIf(process.platform === 'win32')('the members of a real group, seen in both ways', async () => {
  const child = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = child;
  onTestFinished(() => void (hasLiveMember(pid) && process.kill(-pid, 'SIGKILL')));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const ids = (members: readonly string[]) =>
    members.map((member) => Number(member.split(' ')[0])).sort((a, b) => a - b);
  const expected = [pid, Number(line)].sort((a, b) => a - b);
  expect(ids(liveMembers(pid))).toEqual(expected);
  expect(ids(membersFromPs(pid))).toEqual(expected);
  expect(membersFromPs(pid)).toEqual(membersFromPs(pid));
  process.kill(pid, 'SIGKILL');
  await once(child, 'exit');
  expect([ids(liveMembers(pid)), ids(membersFromPs(pid))]).toEqual([[Number(line)], [Number(line)]]);
});
