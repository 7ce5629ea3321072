/** Thrown for a request that needs a capability which the agent does not have; nothing was sent. */
export class CapabilityError extends Error {
  override readonly name = 'CapabilityError';
  /** The missing capability, such as `session.load`. */
  readonly capability: string;

  constructor(capability: string, what: string, why = `the agent does not advertise ${capability}`) {
    super(`${what}: ${why}.`);
    this.capability = capability;
  }
}

/** The agent speaks an unsupported version of the protocol; the connection was closed. */
export class UnsupportedVersionError extends Error {
  override readonly name = 'UnsupportedVersionError';
  readonly version: number;

  constructor(version: number) {
    super(`The agent speaks version ${version} of the protocol, which is not supported.`);
    this.version = version;
  }
}

/** The agent answered a request with a malformed result. */
export class MalformedResultError extends Error {
  override readonly name = 'MalformedResultError';
  readonly method: string;
  /** What is wrong with the result, as texts. */
  readonly issues: readonly string[];
  /** The result as received. */
  readonly result: unknown;

  constructor(method: string, issues: readonly string[], result?: unknown) {
    super(`The agent's answer to ${method} is malformed: ${issues[0] ?? 'it cannot be read'}`);
    this.method = method;
    this.issues = issues;
    this.result = result;
  }
}
