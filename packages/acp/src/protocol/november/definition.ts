import type { DialectDefinition } from '../dialect.ts';
import { methods } from './generated/methods.ts';
import { UpdateSessionNotification } from './generated/session-update.ts';
import { novemberSigns } from './signs.ts';

/** The draft of version 2 of November 2026. */
export const november: DialectDefinition = {
  name: 'november',
  protocolVersion: 2,
  methods,
  sessionUpdate: UpdateSessionNotification,
  hasBatches: false,
  signs: novemberSigns,
};
