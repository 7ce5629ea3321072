import { expect, test } from 'vitest';
import { agent } from '../roles/agent/agent.ts';
import { serve } from '../roles/agent/serve.ts';
import { connect } from '../roles/client/connect.ts';
import { memoryPair } from '../transport/memory-pair.ts';
import { bridge } from './live/bridge.ts';
import { translator } from './translator.ts';

const refused = new TypeError(
  'There is no rewrite rule "holds". The rules are reissue, clear, separator, hold, error.',
);
const rewrite = 'holds' as never;

test('a rewrite rule that does not exist is refused with a sentence', async () => {
  expect(() => translator({ client: 'v1', agent: 'june', rewrite })).toThrow(refused);
  expect(() => serve(agent({ prompt: () => undefined }), memoryPair()[0], { bridge: { rewrite } })).toThrow(refused);
  await expect(connect(memoryPair()[0], { bridge: { rewrite } })).rejects.toThrow(refused);
  await expect(bridge(...memoryPair(), { rewrite })).rejects.toThrow(refused);
});
