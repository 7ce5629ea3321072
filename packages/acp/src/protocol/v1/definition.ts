import { RequestId } from '../base/generated/rpc.ts';
import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { ReceivedSessionNotification } from './generated/proposal.ts';
import { v1Signs } from './signs.ts';

/** The first version of the protocol. */
export const v1: DialectDefinition = {
  name: '1',
  title: 'v1',
  protocolVersion: 1,
  methods,
  sessionUpdate: ReceivedSessionNotification,
  requestId: RequestId,
  batches: 'unmentioned',
  signs: v1Signs,
};
