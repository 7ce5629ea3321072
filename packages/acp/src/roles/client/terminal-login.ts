import { type EnvVariable, isEnvVariable } from '../../protocol/base/generated/mcp.ts';
import type { AuthMethod } from '../../protocol/june/generated/authentication.ts';

/**
 * A login that the user does in a terminal: the agent's own command is run again, with these arguments behind its own and these variables
 * over its environment. It has succeeded if the command exits with 0.
 */
export interface TerminalLogin {
  readonly methodId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly EnvVariable[];
}

/** Thrown for an authentication method that the client has to run in a terminal; nothing was sent to the agent. */
export class TerminalLoginError extends Error {
  override readonly name = 'TerminalLoginError';
  /** How the agent's command has to be run. */
  readonly login: TerminalLogin;

  constructor(login: TerminalLogin, what: string) {
    super(
      `${what}: run the agent's command in a terminal with the arguments ${JSON.stringify(login.args)}, and try again.`,
    );
    this.login = login;
  }
}

/** Returns the login of an authentication method that is done in a terminal; undefined for any other method. */
export function terminalLoginOf(method: AuthMethod): TerminalLogin | undefined {
  if (method.type !== 'terminal') return undefined;
  // June does not define these methods, so their fields were not checked.
  const { id: methodId, name, description, args, env } = method as AuthMethod & Readonly<Record<string, unknown>>;
  return {
    methodId,
    name,
    description: isString(description) ? description : undefined,
    args: Array.isArray(args) ? args.filter(isString) : [],
    env: Array.isArray(env) ? env.filter(isEnvVariable) : [],
  };
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
