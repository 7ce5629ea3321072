export { answeredRequest } from './reading/answer.ts';
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
export type { MethodDefinition, TypeReader } from './reading/method.ts';
export { deepestMessage, deepestNesting, isNestedWithin, isWritable, isWritableMessage } from './reading/nesting.ts';
export { type Origin, originOf } from './reading/origin.ts';
export type {
  EnumShape,
  FieldShape,
  KeyedShape,
  ListShape,
  NullableShape,
  RecordShape,
  ScalarShape,
  Shape,
  TaggedShape,
} from './reading/shape.ts';
export { findWarnings, formatWarning, type Warning } from './reading/warning.ts';
