import { RequestId } from '../base/generated/rpc.ts';
import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { ReceivedSessionNotification } from './generated/proposal.ts';
import { juneSigns } from './signs.ts';

/** The draft of version 2 of June 2026. */
export const june: DialectDefinition = {
  name: '2',
  otherName: 'june',
  title: 'v2',
  protocolVersion: 2,
  methods,
  sessionUpdate: ReceivedSessionNotification,
  requestId: RequestId,
  batches: 'allowed',
  signs: juneSigns,
};
