import type { Diff } from '../protocol/base/generated/tool-call.ts';
import type { KnownSessionUpdate as NovemberUpdate } from '../protocol/november/generated/session-update.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import { patchDiff } from './file-changes.ts';

// Agents write June, and beside it what only November has: whole updates, and parts of tool calls. Here the two are told apart.

/** The updates that June does not have and November has. */
const novemberTags: ReadonlySet<string> = new Set([
  'state_update',
  'terminal_update',
  'terminal_output_chunk',
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
] satisfies NovemberUpdate['sessionUpdate'][]);

/** An update of an agent, divided by the dialect of its parts. */
interface DividedUpdate<Update> {
  /** What June has; undefined if nothing is left of it. */
  readonly june?: Update;
  /** What only November has, as an update of November. */
  readonly november?: NovemberUpdate;
}

/** Returns whether tool content is of a form that only November has: a terminal, or a diff that lists changes. */
export function isNovemberContent(item: unknown): boolean {
  if (!isObject(item)) return false;
  return item['type'] === 'terminal' || (item['type'] === 'diff' && Array.isArray(item['changes']));
}

/** Returns what of an update June has, and what only November has. An update of June is returned itself. */
export function divided<Update extends { readonly sessionUpdate: string }>(update: Update): DividedUpdate<Update> {
  const { sessionUpdate } = update;
  if (sessionUpdate === 'tool_call_update') return dividedToolCall(update);
  if (novemberTags.has(sessionUpdate)) return { november: update as unknown as NovemberUpdate };
  // A plan of a type that June refuses has the names of November.
  const { plan } = update as unknown as JsonObject;
  if (sessionUpdate === 'plan_update' && isObject(plan) && 'planId' in plan) {
    return { november: update as unknown as NovemberUpdate };
  }
  const isChunk = sessionUpdate === 'tool_call_content_chunk';
  if (isChunk && isNovemberContent((update as unknown as JsonObject)['content']))
    return { november: update as unknown as NovemberUpdate };
  return { june: update };
}

const novemberStatuses: ReadonlySet<unknown> = new Set(['paused', 'cancelled']);

function dividedToolCall<Update>(update: Update): DividedUpdate<Update> {
  const call = update as unknown as JsonObject;
  const { sessionUpdate, toolCallId, name, capabilities, status, content, ...rest } = call;
  const novemberItems = Array.isArray(content) && content.some(isNovemberContent);
  const hasStatus = novemberStatuses.has(status);
  if (name === undefined && capabilities === undefined && !hasStatus && !novemberItems) return { june: update };
  const june = {
    ...rest,
    ...(status !== undefined && !hasStatus && { status }),
    ...(content !== undefined && !novemberItems && { content }),
  };
  const november = {
    sessionUpdate,
    toolCallId,
    ...(name !== undefined && { name }),
    ...(capabilities !== undefined && { capabilities }),
    ...(hasStatus && { status }),
    ...(novemberItems && { content: content.map(inNovember) }),
  };
  return {
    ...(Object.keys(june).length > 0 && { june: { sessionUpdate, toolCallId, ...june } as unknown as Update }),
    november: november as unknown as NovemberUpdate,
  };
}

/** A list is in one dialect: beside content that only November has, a diff with texts is one with a patch. */
function inNovember(item: unknown): unknown {
  if (!isObject(item) || item['type'] !== 'diff' || isNovemberContent(item)) return item;
  return patchDiff(item as unknown as Diff);
}
