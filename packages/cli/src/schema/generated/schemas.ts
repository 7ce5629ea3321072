// Written by `npm run generate` from generate/definitions. Do not edit.

/** Reads the JSON Schema of each dialect. */
export const schemas = {
  june: () => import('@emend/acp/protocol/schema/june.json', { with: { type: 'json' } }),
  november: () => import('@emend/acp/protocol/schema/november.json', { with: { type: 'json' } }),
  v1: () => import('@emend/acp/protocol/schema/v1.json', { with: { type: 'json' } }),
};
