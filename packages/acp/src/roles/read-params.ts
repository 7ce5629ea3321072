import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import { formatIssue } from '../protocol/reading/issue.ts';
import type { MethodDefinition } from '../protocol/reading/method.ts';

/** The type of a method's params. */
export type Params<Method extends MethodDefinition> = Method['params'] extends {
  is: (value: unknown) => value is infer T;
}
  ? T
  : never;

/** Reads the params of a request, or throws an `RpcError` that lists what is wrong. Missing params count as an empty object. */
export function readParams<Method extends MethodDefinition>(
  method: Method,
  params: unknown,
  reading: Reading,
): Params<Method> {
  const decoded = method.params.decode(params ?? {}, reading);
  if (decoded.ok) return decoded.value as Params<Method>;
  const issues = decoded.issues.map(formatIssue);
  throw new RpcError(errorCodes.invalidParams, `Invalid params for ${method.name}: ${issues[0]}`, { issues });
}
