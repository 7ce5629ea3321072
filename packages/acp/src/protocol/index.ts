export { decodeBase64, encodeBase64 } from './base64.ts';
export type { DialectDefinition, DialectSigns } from './dialect.ts';
export { type Dialect, dialects } from './dialects.ts';
export { type HunkTexts, hunkTexts, type PatchHunk, type PatchLine } from './git-patch/hunk.ts';
export { type PatchSection, readGitPatch, type UnreadPatch } from './git-patch/read.ts';
export { gitPatch, type TextChange } from './git-patch/write.ts';
export { type ClientReading, dialectOfAgent, type HandshakeRefusal, prefersKey, readClient } from './handshake.ts';
export { methodNamed } from './method-named.ts';
export { type OpenRequest, type OpenRequestLimits, OpenRequests } from './open-requests.ts';
export { decode, type Reading } from './reading/decode.ts';
export { describeFound } from './reading/found.ts';
export { isObject, type JsonObject, type Meta } from './reading/guard.ts';
export {
  type Decoded,
  formatIssue,
  formatPath,
  type Issue,
  type PathStep,
  type Repair,
} from './reading/issue.ts';
export { type MethodDefinition, senderOf, type TypeReader } from './reading/method.ts';
export { deepestMessage, deepestNesting, isNestedWithin, isWritable, isWritableMessage } from './reading/nesting.ts';
export { type Present, present } from './reading/optional.ts';
export { type Origin, originOf } from './reading/origin.ts';
export type {
  EnumShape,
  FieldShape,
  KeyedShape,
  ListShape,
  MapShape,
  NullableShape,
  RecordShape,
  ScalarShape,
  Shape,
  TaggedShape,
} from './reading/shape.ts';
export { findWarnings, formatWarning, type Warning } from './reading/warning.ts';
export { otherSide, type Side } from './side.ts';
export { dialectOfHandshake, dialectOfMessage, StreamDialect } from './stream-dialect.ts';
