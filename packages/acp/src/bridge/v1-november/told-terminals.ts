import { encodeBase64 } from '../../protocol/base64.ts';
import type { ToolCallContentChunk } from '../../protocol/june/generated/tool-call.ts';
import type { JsonObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { Crossing } from '../v1-june/to-june/crossing.ts';
import type { Session } from '../v1-june/to-june/session.ts';
import type { TerminalForm } from '../v1-june/to-june/terminal-form.ts';
import { type TerminalExit, type TerminalNews, terminalNews, withoutNews } from '../v1-june/to-june/terminal-news.ts';
import type { HostedUpdates } from './hosted-terminals.ts';

/** The terminals of a session that its agent has told of. */
interface Told {
  /** The terminal that each tool call named last. */
  readonly named: Map<string, string>;
  /** Terminals that the client knows. */
  readonly announced: Set<string>;
  /** Terminals that some tool call shows. */
  readonly placed: Set<string>;
  readonly ended: Set<string>;
  /** High surrogates whose low surrogates have not arrived yet. */
  readonly halves: Map<string, string>;
}

function nothingTold(): Told {
  return { named: new Map(), announced: new Set(), placed: new Set(), ended: new Set(), halves: new Map() };
}

const utf8 = new TextEncoder();

/** Sends an update that June has no name for and November has. */
function send(crossing: Crossing, update: JsonObject & { readonly sessionUpdate: string }): void {
  crossing.send(update as never);
}

function announce(crossing: Crossing, told: Told, terminalId: string, cwd?: string): void {
  if (told.announced.has(terminalId) && cwd === undefined) return;
  told.announced.add(terminalId);
  send(crossing, { sessionUpdate: 'terminal_update', terminalId, ...present({ cwd }) });
}

function print(crossing: Crossing, terminalId: string, text: string): void {
  if (text === '') return;
  send(crossing, { sessionUpdate: 'terminal_output_chunk', terminalId, data: encodeBase64(utf8.encode(text)) });
}

/** Returns how a command ended as November has it: what was not told is left out. */
function exitStatus({ code, signal }: TerminalExit): JsonObject {
  const exitCode = code === null || Number.isInteger(code) ? code : undefined;
  return present({ exitCode, signal });
}

function isHigh(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}

function take(crossing: Crossing, told: Told, terminalId: string, { cwd, output, exit }: TerminalNews): void {
  announce(crossing, told, terminalId, isAbsolute(cwd) ? cwd : undefined);
  if (output !== undefined) {
    const all = (told.halves.get(terminalId) ?? '') + output;
    const end = isHigh(all) ? all.length - 1 : all.length;
    if (end < all.length) told.halves.set(terminalId, all.slice(end));
    else told.halves.delete(terminalId);
    print(crossing, terminalId, all.slice(0, end));
  }
  // A command ends once, even if that is reported again.
  if (exit === undefined || told.ended.has(terminalId)) return;
  told.ended.add(terminalId);
  print(crossing, terminalId, told.halves.get(terminalId) ?? '');
  told.halves.delete(terminalId);
  send(crossing, { sessionUpdate: 'terminal_update', terminalId, exitStatus: exitStatus(exit) });
}

/** November has only absolute paths. */
function isAbsolute(path: string | undefined): boolean {
  return path !== undefined && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

/** Shows a terminal that no tool call shows in the one that reports it. */
function place(crossing: Crossing, told: Told, toolCallId: string, terminalId: string): void {
  if (told.placed.has(terminalId)) return;
  told.placed.add(terminalId);
  const done = 'shown in the tool call';
  crossing.note({ kind: 'repair', rule: 'terminal', toolCallId, path: '_meta', lost: terminalId, done });
  const content = { type: 'terminal', terminalId } as object as ToolCallContentChunk['content'];
  crossing.send({ sessionUpdate: 'tool_call_content_chunk', toolCallId, content });
}

/** Returns the form in which terminals stay terminals, for a client that reads November. */
export function terminalsAsThemselves(hosted: HostedUpdates | undefined): TerminalForm {
  // The memory of a session that is closed, loaded or deleted is another object.
  const sessions = new WeakMap<Session, Told>();

  function toldIn(session: Session): Told {
    let found = sessions.get(session);
    if (found === undefined) {
      found = nothingTold();
      sessions.set(session, found);
    }
    return found;
  }

  return {
    keepsContent: true,
    take(crossing, _known, call) {
      const { toolCallId, content, _meta } = call;
      const told = toldIn(crossing.session);
      const printed = new Set<string>();
      for (const news of terminalNews(_meta, (note) => crossing.note({ ...note, toolCallId }))) {
        if (news.terminalId !== undefined) told.named.set(toolCallId, news.terminalId);
        const terminalId = news.terminalId ?? told.named.get(toolCallId) ?? toolCallId;
        take(crossing, told, terminalId, news);
        if (news.output !== undefined || news.exit !== undefined) printed.add(terminalId);
      }
      for (const item of content ?? []) {
        if (item.type !== 'terminal') continue;
        told.placed.add(item.terminalId);
        if (hosted?.has(item.terminalId) !== true) announce(crossing, told, item.terminalId);
      }
      const showNews = () => {
        for (const terminalId of printed) place(crossing, told, toolCallId, terminalId);
      };
      const others = _meta === undefined || _meta === null ? _meta : withoutNews(_meta);
      if (others === _meta) return { call, showNews };
      const { _meta: _, ...rest } = call;
      return { call: { ...rest, ...present({ _meta: others }) } as typeof call, showNews };
    },
    due: () => hosted?.due() ?? [],
  };
}
