/** What every client that reads November can take from a v1 agent, in the words of v1. */
export const takenFromV1 = { session: { configOptions: { boolean: {} }, notices: {}, compaction: {} } } as const;
