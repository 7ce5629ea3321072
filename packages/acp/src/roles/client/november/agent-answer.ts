import type { InitializeResponse } from '../../../protocol/june/generated/initialize.ts';
import type { AuthMethod } from '../../../protocol/november/generated/authentication.ts';
import type {
  AgentCapabilities,
  InitializeResponse as NovemberAnswer,
} from '../../../protocol/november/generated/initialize.ts';
import { methods } from '../../../protocol/november/generated/methods.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { MalformedResultError } from '../errors.ts';
import { readResult } from '../typed-peer.ts';

/** The name of an agent that did not tell it. */
const unknownAgent = { name: 'unknown', version: 'unknown' };

/** Reads the answer to `initialize`. Malformed capabilities count as absent; an agent without a name is reported, and called unknown. */
export function readAgent(answer: unknown, onMalformed: (error: MalformedResultError) => void): NovemberAnswer {
  const agent = readResult(methods.initialize, answer, 'lenient');
  if (!(agent instanceof MalformedResultError)) return agent as NovemberAnswer;
  const named = readResult(methods.initialize, { ...(isObject(answer) ? answer : {}), info: unknownAgent }, 'lenient');
  if (named instanceof MalformedResultError) throw agent;
  onMalformed(agent);
  return named as NovemberAnswer;
}

/** What every November agent with sessions can do; it has no markers for them. */
const always = { load: {}, list: {}, resume: {}, close: {} };

function capabilitiesInJune({ session, auth, ...rest }: AgentCapabilities, hasMethods: boolean): object {
  const logout = hasMethods ? { auth: { ...auth, logout: {} } } : present({ auth });
  return { ...rest, ...present({ session: session ? { ...session, ...always } : session }), ...logout };
}

function methodInJune({ methodId, ...method }: AuthMethod): object {
  return { ...method, id: methodId };
}

/** Returns the answer of a November agent to `initialize` in the words of June, so that a client reads all agents alike. */
export function agentInJune({ info, capabilities, authMethods, ...rest }: NovemberAnswer): InitializeResponse {
  const hasMethods = authMethods !== undefined && authMethods.length > 0;
  return {
    ...rest,
    agentInfo: info,
    capabilities: capabilitiesInJune(capabilities ?? {}, hasMethods),
    ...present({ authMethods: authMethods?.map(methodInJune) }),
  } as InitializeResponse;
}
