import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { RequestId } from './generated/rpc.ts';
import { UpdateSessionNotification } from './generated/session-update.ts';
import { novemberSigns } from './signs.ts';

/** The draft of version 2 of November 2026. */
export const november: DialectDefinition = {
  name: 'november',
  title: 'the November draft of v2',
  protocolVersion: 2,
  methods,
  sessionUpdate: UpdateSessionNotification,
  requestId: RequestId,
  batches: 'refused',
  signs: novemberSigns,
};
