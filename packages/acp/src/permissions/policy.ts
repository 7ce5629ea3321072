import type { PermissionOption, RequestPermissionOutcome } from '../protocol/base/generated/permission.ts';
import type { ToolKind } from '../protocol/base/generated/tool-call.ts';

/** What becomes of a permission request: it is allowed, rejected, or somebody is asked. */
export type PolicyDecision = 'allow' | 'reject' | 'ask';

/** One text, or several of which one has to match. */
type OneOrMore<T> = T | readonly T[];

/**
 * A rule of a policy as it is written. All conditions that are given must hold; a rule without conditions matches everything. Rules that
 * allow match narrowly: every path and command of the request has to fit. Rules that reject or ask match widely: one is enough.
 */
export interface WrittenRule {
  readonly decision: PolicyDecision;
  /** A name for people, which is shown when the rule decides. */
  readonly name?: string;
  /** Kinds of tool calls. */
  readonly kind?: OneOrMore<ToolKind>;
  /** Paths, with `*` and `?` for what stands between two slashes and `**` for any number of folders. */
  readonly path?: OneOrMore<string>;
  /** Folders in which the paths are. */
  readonly within?: OneOrMore<string>;
  /** Folders outside of which a path is; not for rules that allow. */
  readonly outside?: OneOrMore<string>;
  /** Names of tools, with `*` and `?`. */
  readonly tool?: OneOrMore<string>;
  /** Titles of tool calls, with `*` and `?`. */
  readonly title?: OneOrMore<string>;
  /** Commands, with `*` and `?`; ` *` at the end matches no arguments, too. */
  readonly command?: OneOrMore<string>;
  /** Whether an answer that the agent remembers is chosen, if it is offered. */
  readonly always?: boolean;
}

/** A permission policy as it is written: rules in order, of which the first one that matches decides. If none matches, somebody is asked. */
export interface WrittenPolicy {
  readonly rules: readonly WrittenRule[];
}

/** The conditions of a rule that are lists of texts. */
export const listConditions = ['kind', 'path', 'within', 'outside', 'tool', 'title', 'command'] as const;

/** The name of a condition. */
export type ListCondition = (typeof listConditions)[number];

/** A rule of a policy that was read. */
export type PermissionRule = Pick<WrittenRule, 'decision' | 'name' | 'always'> & {
  readonly [condition in ListCondition]?: readonly string[];
};

/** A permission policy that was read and checked. */
export interface PermissionPolicy {
  readonly rules: readonly PermissionRule[];
}

/** Why somebody is asked. */
export type AskReason =
  /** The rule says so. */
  | 'rule'
  /** No rule matches. */
  | 'no-rule'
  /** The rule rejects what is outside of folders, and the request does not tell which files it is about. */
  | 'no-path'
  /** The rule allows, and the agent does not offer to allow it once. */
  | 'no-option';

/** How a policy decides a permission request. */
export interface PermissionDecision {
  readonly decision: PolicyDecision;
  /** The number of the rule that decided, from 1 on; undefined if none matched. */
  readonly rule: number | undefined;
  /** The name of that rule. */
  readonly name: string | undefined;
  /** The answer to the agent; undefined if somebody is asked. */
  readonly outcome: RequestPermissionOutcome | undefined;
  /** The option that was chosen; undefined if somebody is asked, or if the request is answered `cancelled`. */
  readonly option: PermissionOption | undefined;
  /** Why somebody is asked; undefined otherwise. */
  readonly asks: AskReason | undefined;
}
