export { jsonSchemaV1 } from './generated/v1.ts';
export { jsonSchemaV2 } from './generated/v2.ts';
