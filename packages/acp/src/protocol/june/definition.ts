import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { ReceivedSessionNotification } from './generated/proposal.ts';
import { juneSigns } from './signs.ts';

/** The draft of version 2 of June 2026. */
export const june: DialectDefinition = {
  name: '2',
  protocolVersion: 2,
  methods,
  sessionUpdate: ReceivedSessionNotification,
  hasBatches: true,
  signs: juneSigns,
};
