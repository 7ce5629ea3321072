/** A call that the agent did not say it can answer; nothing was sent (C3, C4). */
export class CapabilityError extends Error {
  override readonly name = 'CapabilityError';
  /** The capability that is missing, such as `session.load`. */
  readonly capability: string;

  constructor(capability: string, what: string) {
    super(`${what}: the agent does not advertise ${capability}`);
    this.capability = capability;
  }
}

/** The agent speaks no version of the protocol that we do; the connection is closed (C2). */
export class UnsupportedVersionError extends Error {
  override readonly name = 'UnsupportedVersionError';
  readonly version: number;

  constructor(version: number) {
    super(`the agent wants to speak version ${version} of the protocol, which is not supported`);
    this.version = version;
  }
}

/** The agent answered a request with something that is not its result. */
export class MalformedResultError extends Error {
  override readonly name = 'MalformedResultError';
  readonly method: string;
  /** The places that are wrong, in words. */
  readonly issues: readonly string[];
  /** What the agent answered. */
  readonly result: unknown;

  constructor(method: string, issues: readonly string[], result?: unknown) {
    super(`the agent's answer to ${method} is malformed: ${issues[0] ?? 'unreadable'}`);
    this.method = method;
    this.issues = issues;
    this.result = result;
  }
}
