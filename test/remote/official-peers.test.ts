import { expect, test } from 'vitest';
import {
  carriers,
  officialStream,
  wantedNovember,
  wantedV1,
  wholeNovemberSession,
  wholeV1Session,
} from './peers/official-clients.ts';
import { officialNovemberAgent } from './peers/official-november-agent.ts';
import { startOfficialServer } from './peers/official-server.ts';
import { officialV1Agent } from './peers/official-v1-agent.ts';
import { startRustStyleServer } from './peers/rust-style-server.ts';

// What the official peers see of each other is what they must see with one of ours in between.
test.each(carriers)('v1 client and server of the official SDK over %s', async (carrier) => {
  await using server = await startOfficialServer(() => officialV1Agent());
  const seen = await wholeV1Session(officialStream(carrier, server.url));
  // Over HTTP their answer to a load may overtake what it replays, since the two come on different streams.
  const isLoaded = (each: string) => each === 'loaded';
  expect(carrier === 'http' ? seen.filter((each) => !isLoaded(each)) : seen).toEqual(
    carrier === 'http' ? wantedV1.filter((each) => !isLoaded(each)) : wantedV1,
  );
});

test.each(carriers)('v2 client and server of the official SDK over %s', async (carrier) => {
  await using server = await startOfficialServer(() => officialNovemberAgent());
  expect(await wholeNovemberSession(officialStream(carrier, server.url))).toEqual(wantedNovember);
});

test.each(carriers)(
  'v1 client of the official SDK and a server in the style of the Rust one over %s',
  async (carrier) => {
    await using server = await startRustStyleServer(() => officialV1Agent());
    expect(await wholeV1Session(officialStream(carrier, server.url))).toEqual(wantedV1);
  },
);
