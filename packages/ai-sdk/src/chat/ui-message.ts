import type { PlanUpdateContent } from '@emend/acp/protocol/june';
import type { Notice } from '@emend/acp/protocol/november';
import type { OpenElicitation, OpenPermission } from '@emend/acp/session';
import type { UIMessage } from 'ai';

/** The metadata of a message: how its turn ended, and how full the context is. */
export interface AcpMetadata {
  /** Why the turn ended; absent while it runs. */
  stopReason?: string;
  /** The error that ended the turn. */
  error?: string;
  /** Whether the user cancelled the turn. */
  isCancelled?: boolean;
  /** False if the agent refused the prompt: neither it nor this answer is in the agent's context any more. */
  isInContext?: boolean;
  /** How full the context is and what the session has cost, in the last message. */
  usage?: { used: number; size: number; cost: { amount: number; currency: string } | null };
}

/** A compaction of the agent's context. */
export interface AcpCompaction {
  status: string;
  summary: string;
  error?: string;
}

/** The data parts of messages, by name: `data-plan`, `data-compaction` and so on. */
export type AcpData = {
  /** A plan; each report of it replaces the one before. */
  plan: PlanUpdateContent;
  compaction: AcpCompaction;
  /** A permission request that is about no tool call. */
  permission: OpenPermission;
  /** A form that the user is asked to fill in, or a page to visit; `answerElicitation` answers it. */
  elicitation: OpenElicitation;
  /** A notice of the agent. It is only streamed, to `onData`, and is no part of a message. */
  notice: Notice;
  /** An update or a content block of a kind that is not known. */
  unknown: unknown;
};

/** A message of an ACP session for a user interface of the AI SDK. */
export type AcpUIMessage = UIMessage<AcpMetadata, AcpData>;

/** A part of a message. */
export type AcpUIPart = AcpUIMessage['parts'][number];

/** The tool part of a message. */
export type AcpToolPart = Extract<AcpUIPart, { type: 'dynamic-tool' }>;
