import type { MethodDefinition, TypeReader } from '@emend/acp/protocol';
import * as v2 from '@emend/acp/protocol/june';
import * as v1 from '@emend/acp/protocol/v1';

/** What checking a version takes. */
export interface Dialect {
  readonly version: 1 | 2;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
  /** Reads `session/update` with the proposed clears, which the draft does not have. */
  readonly received: TypeReader;
  readonly error: TypeReader;
  readonly hasBatches: boolean;
}

/** The update tags that are an open proposal, not part of a draft. */
export const proposedTags: ReadonlySet<unknown> = new Set(['agent_message_clear', 'agent_thought_clear']);

/** The two versions. */
export const dialects: { readonly 1: Dialect; readonly 2: Dialect } = {
  1: {
    version: 1,
    methods: v1.methods,
    received: {
      name: 'ReceivedSessionNotification',
      is: v1.isReceivedSessionNotification,
      decode: v1.decodeReceivedSessionNotification,
      shape: v1.ReceivedSessionNotificationShape,
    },
    error: { name: 'Error', is: v1.isError, decode: v1.decodeError, shape: v1.ErrorShape },
    hasBatches: false,
  },
  2: {
    version: 2,
    methods: v2.methods,
    received: {
      name: 'ReceivedSessionNotification',
      is: v2.isReceivedSessionNotification,
      decode: v2.decodeReceivedSessionNotification,
      shape: v2.ReceivedSessionNotificationShape,
    },
    error: { name: 'Error', is: v2.isError, decode: v2.decodeError, shape: v2.ErrorShape },
    hasBatches: true,
  },
};
