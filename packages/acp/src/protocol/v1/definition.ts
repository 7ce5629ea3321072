import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import {
  decodeReceivedSessionNotification,
  isReceivedSessionNotification,
  ReceivedSessionNotificationShape,
} from './generated/proposal.ts';

/** The first version of the protocol. */
export const v1: DialectDefinition = {
  protocolVersion: 1,
  methods,
  sessionUpdate: {
    name: 'ReceivedSessionNotification',
    is: isReceivedSessionNotification,
    decode: decodeReceivedSessionNotification,
    shape: ReceivedSessionNotificationShape,
  },
  hasBatches: false,
};
