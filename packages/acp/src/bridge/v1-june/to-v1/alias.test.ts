import { expect, test } from 'vitest';
import { talk, text } from '../../test-support/talk.ts';

test('[BR45] an alias is found without going through those before it', () => {
  const { update, seen } = talk({ client: 'v1', agent: 'june' });
  const rewrites = 1_000;
  let lookups = 0;
  const { has } = Set.prototype;
  Set.prototype.has = function (value) {
    lookups += 1;
    return has.call(this, value);
  };
  try {
    for (let count = 0; count <= rewrites; count++) {
      update('agent_message', { messageId: 'm', content: [text(`${count} % done`)] });
    }
  } finally {
    Set.prototype.has = has;
  }
  expect(seen.client.at(-1)).toMatchObject({ params: { update: { messageId: `m~${rewrites + 1}` } } });
  expect(lookups).toBeLessThan(20 * rewrites);
});
