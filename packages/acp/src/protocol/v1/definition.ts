import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { ReceivedSessionNotification } from './generated/proposal.ts';

/** The first version of the protocol. */
export const v1: DialectDefinition = {
  protocolVersion: 1,
  methods,
  sessionUpdate: ReceivedSessionNotification,
  hasBatches: false,
};
