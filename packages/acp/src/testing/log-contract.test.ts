import { expect, test } from 'vitest';
import { StoreLog } from '../log/store/store-log.ts';
import { ArrayStore, type Faults, Saved } from '../log/test-support/array-store.ts';
import { logContract, sharedLogContract } from './log-contract.ts';

/** Returns the names of the checks that a store with these faults fails, and what they say. */
async function failuresOf(faults: Faults, patience: number): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const { name, check } of [...logContract, ...sharedLogContract]) {
    const saved = new Saved();
    const open = async () => new StoreLog(new ArrayStore(faults, saved));
    await check(async () => ({ log: await open(), open, patience })).catch((error: Error) => {
      failures[name] = error.message;
    });
  }
  return failures;
}

test('the contract finds numbers of sessions that are used again', async () => {
  expect(Object.keys(await failuresOf({ repeatsNumbers: true }, 100_000))).toEqual([
    'who is reading a session when it is deleted gets nothing of a new one with the same id',
    'a session that is created after another was deleted shares nothing with those that stayed',
    'what is replaced in a session that another handle has deleted and created again is erased',
  ]);
});

test('[LG31] the contract finds lists that are not made for their principal; those of the log are right all the same', async () => {
  expect(await failuresOf({ ignoresPrincipals: true }, 100_000)).toEqual({
    'a list for a principal has its sessions and those that belong to nobody, in full pages that stay right':
      'a page is not full, and not the last',
  });
});

test('the contract says that followers are not woken, and does not wait for ever', async () => {
  const failures = await failuresOf({ isSilent: true }, 100);
  const late = (happened: string) =>
    `a follower did not notice within 100 ms that ${happened}: does the store ring its bells?`;
  expect(failures).toEqual({
    'a follower sees what was there and what comes, each once and in order': late('events were appended'),
    'following ends with the reason of the signal, with the session, and with the log': late('the session was deleted'),
    'a follower sees what another handle appends, and what it replaces there is erased': late(
      'another handle appended to the session',
    ),
  });
});

test('a store without faults passes', async () => {
  expect(await failuresOf({}, 100_000)).toEqual({});
});
