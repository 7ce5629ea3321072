import type { ClientOptions, ClientSession, PermissionContext, PermissionRequest } from '@emend/acp/roles';
import { approvalId } from './tool-part.ts';

/** The user's decision about a permission request: the option that was chosen, or only whether it may go on. */
export interface ApprovalDecision {
  readonly approvalId: string;
  readonly approved: boolean;
  readonly optionId?: string;
}

/** Connects the permission requests of agents with the buttons of a page. */
export interface Approvals {
  /** Passed to `connect`: waits until the user decides. */
  readonly requestPermission: NonNullable<ClientOptions['requestPermission']>;
  /**
   * Answers a request of a session. Throws if the request does not wait any more, and if no option stands for the decision.
   */
  answer(session: ClientSession, decision: ApprovalDecision): void;
}

interface Waiting {
  readonly request: PermissionRequest;
  readonly choose: (optionId: string) => void;
}

/** Creates the connection between permission requests and a page. Pass it to `connect` and to `useAcpRuntime`. */
export function createApprovals(): Approvals {
  const waiting = new WeakMap<ClientSession, Map<string, Waiting>>();

  function requestPermission(request: PermissionRequest, context: PermissionContext): Promise<string> {
    const { session, requestId, signal } = context;
    const requests = waiting.get(session) ?? new Map<string, Waiting>();
    waiting.set(session, requests);
    const id = approvalId(requestId);
    return new Promise<string>((resolve, reject) => {
      const forget = (): void => {
        requests.delete(id);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        forget();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort);
      const choose = (optionId: string): void => {
        forget();
        resolve(optionId);
      };
      requests.set(id, { request, choose });
    });
  }

  return {
    requestPermission,
    answer(session, decision) {
      const found = waiting.get(session)?.get(decision.approvalId);
      if (found === undefined)
        throw new Error(`The permission request ${decision.approvalId} does not wait for an answer.`);
      found.choose(chosen(found.request, decision));
    },
  };
}

/** Returns the option that was chosen, or the one for this time alone that stands for a plain yes or no. */
function chosen({ options }: PermissionRequest, { approvalId: id, approved, optionId }: ApprovalDecision): string {
  const kinds = approved ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option =
    optionId === undefined
      ? kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined)
      : options.find((one) => one.optionId === optionId);
  if (option === undefined) {
    const meant = optionId === undefined ? `that means ${approved ? 'yes' : 'no'}` : JSON.stringify(optionId);
    throw new RangeError(`The permission request ${id} has no option ${meant}.`);
  }
  return option.optionId;
}
