import { expect, test } from 'vitest';
import { chunk, eventsOf, session } from '../testing/log-sessions.ts';
import { LogError } from './log-error.ts';
import { MemoryLog } from './memory-log.ts';
import { type OwnedSession, ownershipOf, type SessionOwnership } from './ownership.ts';
import type { SessionLog } from './session-log.ts';
import { SessionWriter } from './session-writer.ts';
import { takeOver } from './take-over.ts';

/** A log whose sessions this node may own, and a way to take them away from it. */
async function sharedLog() {
  const log = new MemoryLog();
  await log.create(session('s'));
  const controller = new AbortController();
  let owned: OwnedSession | undefined;
  const ownership: SessionOwnership = {
    node: 'here',
    take: async () => {
      owned = { epoch: 7, lost: controller.signal };
      return owned;
    },
    owned: () => owned,
    ownerOf: async () => ({ node: 'here', epoch: 7, isHere: true }),
    release: async () => {},
  };
  const shared: SessionLog = Object.assign(log, { ownership });
  return { log: shared, lose: () => controller.abort(new LogError('not_owner', 'The lease is over.')) };
}

test('[LG27] who opens a session takes it first, and records the node and its epoch', async () => {
  const { log } = await sharedLog();
  expect(await takeOver(log, { sessionId: 's', additionalDirectories: ['/more'], at: 2 })).toBe(1);
  expect(await eventsOf(log, 's')).toEqual([
    { type: 'opened', additionalDirectories: ['/more'], owner: 'here', epoch: 7 },
  ]);
});

test('[LG25] the writer of a session that is lost stops, and stores nothing more', async () => {
  const { log, lose } = await sharedLog();
  await takeOver(log, { sessionId: 's', additionalDirectories: [], at: 2 });
  const writer = new SessionWriter(log, 's', 1, () => 1);
  writer.append([chunk('m', 'a')]);
  await writer.durable();
  lose();
  expect(writer.stopped.aborted).toBe(true);
  writer.append([chunk('m', 'b')]);
  await expect(writer.durable()).rejects.toMatchObject({ failure: 'not_owner' });
  expect((await eventsOf(log, 's')).slice(1)).toEqual([chunk('m', 'a')]);
});

test('[LG27] where nodes do not share a log, this process owns every session', async () => {
  const ownership = ownershipOf(new MemoryLog());
  const owned = await ownership.take('s');
  expect([owned.epoch, owned.lost.aborted, ownership.owned('s')]).toEqual([0, false, owned]);
  expect(await ownership.ownerOf('s')).toEqual({ node: ownership.node, epoch: 0, isHere: true });
  await ownership.release('s');
  const { log } = await sharedLog();
  expect(ownershipOf(log)).toBe(log.ownership);
});
