import type { PermissionOption } from '../protocol/base/generated/permission.ts';
import { isObject } from '../protocol/reading/guard.ts';
import { type CallFacts, noFacts, patchFacts, pathsOf } from './call-facts.ts';

/** What a policy knows of a permission request. */
export interface PermissionQuestion {
  /** The working directory of the session. */
  readonly cwd: string;
  readonly kind: string;
  /** The title of the tool call, then other titles. */
  readonly titles: readonly string[];
  /** The name of the tool, if the agent says it. */
  readonly tool: string | undefined;
  readonly commands: readonly string[];
  readonly paths: readonly string[];
  /** Whether there are more paths than these. */
  readonly hasMorePaths: boolean;
  readonly options: readonly PermissionOption[];
  /**
   * The same with what was said before the turn of a tool call with this id, which may have been another one: it can be a reason to reject or to ask,
   * and none to allow. Undefined if it adds nothing.
   */
  readonly earlier?: Omit<PermissionQuestion, 'earlier'> | undefined;
}

/** Where a permission request is asked. */
export interface QuestionContext {
  readonly cwd: string;
  /** What was said of its tool call in the turn that runs. */
  readonly known?: CallFacts | undefined;
  /** What was said of a tool call with its id at any time. Default: the same. */
  readonly earlier?: CallFacts | undefined;
}

/** Kinds that use no files, so that a path in their input means something else. */
const withoutFiles: ReadonlySet<string> = new Set(['fetch', 'think', 'switch_mode']);

/** Returns what a policy has to know of the params of `session/request_permission`, in whatever dialect they are. */
export function permissionQuestion(
  params: unknown,
  { cwd, known = noFacts, earlier: before = known }: QuestionContext,
): PermissionQuestion {
  const question = questionWith(params, cwd, known);
  const earlier = before === known ? question : questionWith(params, cwd, before);
  return JSON.stringify(earlier) === JSON.stringify(question) ? question : { ...question, earlier };
}

function questionWith(params: unknown, cwd: string, known: CallFacts): Omit<PermissionQuestion, 'earlier'> {
  const request = isObject(params) ? params : {};
  const { toolCall, title, subject, options } = request;
  const about = isObject(subject) ? subject : {};
  let facts = patchFacts(known, about['type'] === 'tool_call' ? about['toolCall'] : toolCall);
  const isCommand = about['type'] === 'command' && typeof about['command'] === 'string';
  if (isCommand) {
    const { command, cwd: folder } = about;
    facts = patchFacts({ ...facts, kind: 'execute' }, { rawInput: { command, cwd: folder } });
  }
  const kind = facts.kind ?? 'other';
  const files = withoutFiles.has(kind) ? { ...facts, inputs: [] } : facts;
  return {
    cwd,
    kind,
    titles: [...new Set([facts.title, title])].filter((text) => typeof text === 'string'),
    tool: facts.tool,
    commands: facts.commands,
    paths: pathsOf(files),
    hasMorePaths: facts.isCut,
    options: Array.isArray(options) ? options.filter(isOption) : [],
  };
}

function isOption(value: unknown): value is PermissionOption {
  return isObject(value) && typeof value['optionId'] === 'string' && typeof value['kind'] === 'string';
}
