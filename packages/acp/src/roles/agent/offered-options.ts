import { RpcError } from '../../jsonrpc/rpc-error.ts';
import {
  SessionConfigSelect,
  type SetSessionConfigOptionRequest,
} from '../../protocol/base/generated/config-option.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { isKnownSessionConfigOption, type SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { selectValues } from '../../protocol/select-values.ts';
import { isSwitch, switchValue } from './config-switch.ts';
import type { ConfigRequest } from './definition.ts';

/** How many names a message lists; the error's data has all. */
const mostNamed = 20;

/** Returns a request as the agent gets it. Throws an `RpcError` for an option that the session does not have, or a value that it does not offer. */
export function offeredSetting(
  request: SetSessionConfigOptionRequest,
  options: readonly SessionConfigOption[],
): ConfigRequest {
  const { configId, value } = request;
  const option = options.find(({ id }) => id === configId);
  if (option === undefined) {
    const offered = options.map(({ id }) => id);
    refuse(`The session has no option ${JSON.stringify(configId)}; it has ${named(offered)}.`, request, offered);
  }
  if (isSwitch(option)) return switched(request);
  // Only the agent knows the values of other types of options.
  if (!isKnownSessionConfigOption(option) || !SessionConfigSelect.is(option)) return request;
  const offered = selectValues(option.options).map((one) => one.value);
  if (offered.includes(value)) return request;
  return refuseValue(request, offered);
}

function switched(request: SetSessionConfigOptionRequest): ConfigRequest {
  const isOn = switchValue(request.value);
  return isOn === undefined ? refuseValue(request, ['true', 'false']) : { ...request, value: String(isOn), isOn };
}

function refuseValue(request: SetSessionConfigOptionRequest, offered: readonly string[]): never {
  const { configId, value } = request;
  const what = `The option ${JSON.stringify(configId)} cannot be set to ${JSON.stringify(value)}`;
  refuse(`${what}; it offers ${named(offered)}.`, request, offered);
}

function refuse(
  message: string,
  { configId, value }: SetSessionConfigOptionRequest,
  offered: readonly string[],
): never {
  throw new RpcError(errorCodes.invalidParams, message, { configId, value, offered });
}

function named(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, mostNamed).map((name) => JSON.stringify(name));
  const more = names.length - shown.length;
  return shown.join(', ') + (more === 0 ? '' : ` and ${more} more`);
}
