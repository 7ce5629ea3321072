import { type Dialect, dialects } from './dialects.ts';
import { Implementation } from './november/generated/initialize.ts';
import { describeFound } from './reading/found.ts';
import { isObject, type JsonObject } from './reading/guard.ts';

/** The key in `_meta` of `initialize` under which a client that speaks several drafts names the one it prefers. */
export const prefersKey = 'emend/prefers';

/** The name and version of a peer that has given none. */
export const unknownImplementation = { name: 'unknown', version: 'unknown' } as const;

/** The error that answers an `initialize` request. */
export interface HandshakeRefusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a client is taken for: the dialect in which it is answered, or the error that it gets. */
export type ClientReading =
  | { readonly dialect: Dialect; readonly refusal?: undefined }
  | { readonly dialect?: undefined; readonly refusal: HandshakeRefusal };

const everyDialect = Object.keys(dialects) as readonly Dialect[];

/**
 * Returns what a client is taken for, by the params of its `initialize` request. With `speaks`, the dialects that the agent knows, a
 * client of another dialect is taken for the next one that it is likely to know.
 */
export function readClient(params: unknown, speaks: readonly Dialect[] = everyDialect): ClientReading {
  const reading = readAnyClient(params, speaks);
  if (reading.dialect === undefined || speaks.includes(reading.dialect)) return reading;
  const own = params as JsonObject;
  const next = nextFor(reading.dialect, hasInfo(own)).find((dialect) => speaks.includes(dialect));
  if (next !== undefined) return { dialect: next };
  // Only clients that know the November draft send `info`, and only they expect to be told which versions there are.
  return isAbsent(own['info']) ? { dialect: newest(speaks) } : { refusal: unsupported(own['protocolVersion'], speaks) };
}

/** The decision table of the handshake: the first row that fits decides. */
function readAnyClient(params: unknown, speaks: readonly Dialect[]): ClientReading {
  if (!isObject(params)) return { refusal: invalid('', 'object', params) };
  const { protocolVersion, info, clientInfo, capabilities, clientCapabilities } = params;
  if (!isVersion(protocolVersion))
    return { refusal: invalid('protocolVersion', 'integer from 0 to 65535', protocolVersion) };
  if (protocolVersion === 0 && !isAbsent(info)) return { refusal: unsupported(protocolVersion, speaks) };
  if (protocolVersion <= 1) return { dialect: 'v1' };
  if (hasInfo(params)) return { dialect: prefersJune(params) ? 'june' : 'november' };
  // A client that says 2 in the words of v1.
  if (isObject(clientCapabilities) && isAbsent(capabilities)) return { dialect: 'v1' };
  if (!isAbsent(info) && isAbsent(clientInfo)) {
    if (protocolVersion > 2) return { dialect: 'november' };
    return { refusal: invalidInfo(info) };
  }
  // In June the info of a client is optional.
  return { dialect: 'june' };
}

/** Returns the error for an `initialize` that a client sends again after November was chosen; `undefined` if it counts. */
export function refusalOfRepeat(params: unknown): HandshakeRefusal | undefined {
  const { dialect, refusal } = readClient(params);
  if (refusal !== undefined && refusal.code !== -32022) return refusal;
  const { protocolVersion, info } = params as JsonObject;
  if (protocolVersion === 0 || protocolVersion === 1)
    return { code: -32600, message: 'Version 2 has been chosen; initialize cannot ask for an older one.' };
  return dialect !== 'november' && protocolVersion === 2 && !hasInfo(params as JsonObject)
    ? invalidInfo(info)
    : undefined;
}

/** Returns what to take a client for in place of a dialect that the agent does not speak. */
function nextFor(dialect: Dialect, isNovemberToo: boolean): readonly Dialect[] {
  if (dialect === 'november') return ['v1', 'june'];
  if (dialect === 'june') return isNovemberToo ? ['november', 'v1'] : ['v1'];
  return [];
}

function prefersJune({ clientInfo, _meta }: JsonObject): boolean {
  return isObject(clientInfo) && isObject(_meta) && _meta[prefersKey] === 'june';
}

/** Returns whether a client has said who it is as the November draft asks. */
function hasInfo({ info }: JsonObject): boolean {
  return readImplementation(info) !== undefined;
}

/** Returns who a peer says it is, without optional parts that are malformed; `undefined` without a name and a version. */
export function readImplementation(info: unknown): Implementation | undefined {
  const read = Implementation.decode(info, 'lenient');
  return read.ok ? read.value : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isVersion(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535;
}

function newest(speaks: readonly Dialect[]): Dialect {
  return everyDialect.findLast((dialect) => speaks.includes(dialect)) ?? 'june';
}

/** Returns the error for a request of a version that is not spoken. */
function unsupported(requested: unknown, speaks: readonly Dialect[]): HandshakeRefusal {
  const supported = [...new Set(speaks.map((dialect) => dialects[dialect].protocolVersion))].sort();
  return { code: -32022, message: 'Unsupported protocol version', data: { requested, supported } };
}

function invalidInfo(info: unknown): HandshakeRefusal {
  return invalid('info', 'object with the strings "name" and "version"', info);
}

function invalid(field: string, expected: string, value: unknown): HandshakeRefusal {
  const issue = `${field === '' ? '' : `${field}: `}expected ${expected}, found ${describeFound(value)}`;
  return { code: -32602, message: `Invalid params for initialize: ${issue}`, data: { issues: [issue] } };
}

/**
 * Returns what an agent speaks, by the result with which it answers `initialize`; `undefined` if it has chosen a version that is not
 * known here. The first row that fits decides.
 */
export function dialectOfAgent(result: unknown): Dialect | undefined {
  const answer = isObject(result) ? result : {};
  const { protocolVersion, agentCapabilities, info } = answer;
  // Some agents say 2 in the words of v1: the words count.
  if (isObject(agentCapabilities)) return 'v1';
  if (typeof protocolVersion !== 'number' || protocolVersion < 2) return 'v1';
  if (protocolVersion > 2) return undefined;
  return isObject(info) || hasMethodIds(answer) ? 'november' : 'june';
}

function hasMethodIds({ authMethods }: JsonObject): boolean {
  const isNew = (method: unknown) => isObject(method) && 'methodId' in method && !('id' in method);
  return Array.isArray(authMethods) && authMethods.some(isNew);
}
