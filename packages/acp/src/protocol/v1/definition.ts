import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { ReceivedSessionNotification } from './generated/proposal.ts';
import { v1Signs } from './signs.ts';

/** The first version of the protocol. */
export const v1: DialectDefinition = {
  name: '1',
  protocolVersion: 1,
  methods,
  sessionUpdate: ReceivedSessionNotification,
  hasBatches: false,
  signs: v1Signs,
};
