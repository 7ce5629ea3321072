import type { Stream } from '@agentclientprotocol/sdk';
import { memoryPair, serve, type Transport } from '@emend/acp';
import { type HttpService, serveHttp } from '@emend/acp/node';
import { expect, test } from 'vitest';
import { streamOver } from '../support/official-stream.ts';
import {
  carriers,
  officialStream,
  wantedNovember,
  wantedV1,
  wholeNovemberSession,
  wholeV1Session,
} from './peers/official-clients.ts';
import { officialNovemberAgent } from './peers/official-november-agent.ts';
import { officialV1Agent } from './peers/official-v1-agent.ts';
import { ourAgent } from './peers/our-agent.ts';

/** Puts an agent of the official SDK behind our server. */
function serveOfficial(createAgent: () => { connect(stream: Stream): unknown }): Promise<HttpService> {
  return serveHttp(({ transport }) => void createAgent().connect(streamOver(transport)));
}

test.each(carriers)(
  '[W1, W8] the v1 client and agent of the official SDK with our server between them, over %s',
  async (carrier) => {
    await using service = await serveOfficial(() => officialV1Agent());
    expect(await wholeV1Session(officialStream(carrier, service.url))).toEqual(wantedV1);
  },
);

test.each(carriers)(
  '[W1] the v2 client and agent of the official SDK with our server between them, over %s',
  async (carrier) => {
    await using service = await serveOfficial(() => officialNovemberAgent());
    expect(await wholeNovemberSession(officialStream(carrier, service.url))).toEqual(wantedNovember);
  },
);

/** Runs a session with our agent and no network at all. */
function nearby(session: (stream: Stream) => Promise<string[]>): Promise<string[]> {
  const [near, far]: readonly [Transport, Transport] = memoryPair();
  serve(ourAgent(), far);
  return session(streamOver(near));
}

test.each(carriers)(
  '[W1] clients of the official SDK see of our agent what they see without a network, over %s',
  async (carrier) => {
    for (const session of [wholeV1Session, wholeNovemberSession]) {
      await using service = await serveHttp(ourAgent());
      const [wanted, seen] = await Promise.all([nearby(session), session(officialStream(carrier, service.url))]);
      expect(seen).toEqual(wanted);
      expect(seen).toContain('asked: Write out.txt');
    }
  },
);
