import { randomUUID } from 'node:crypto';
import { type AgentDefinition, type AgentSession, RpcError, type Turn } from '@emend/acp';
import type { SessionLog } from '@emend/acp/log';
import { present } from '@emend/acp/protocol';
import { type AvailableCommand, type ContentBlock, isKnownContentBlock } from '@emend/acp/protocol/june';
import type { OutgoingConfigOption } from '@emend/acp/roles';
import { readVersion } from '../version.ts';
import { compact, form, notice } from './demos/asides.ts';
import { fix } from './demos/fix.ts';
import { background, files, terminal } from './demos/machine.ts';
import { mcp } from './demos/mcp.ts';
import { flood, plan, slow, usage } from './demos/progress.ts';
import { DemoFailure, fail, permission, tools } from './demos/tools.ts';
import { tour } from './demos/tour.ts';
import { clear, redact, rewrite, stream, think } from './demos/words.ts';
import { McpServers } from './mcp-servers.ts';
import { Settings } from './settings.ts';
import { type Demo, pacing } from './stage.ts';

/** Options of the demo agent. */
interface DemoOptions {
  /** Milliseconds between two words. */
  readonly pace: number;
  /** Stores the sessions. Without it they end with the process. */
  readonly log?: SessionLog;
}

const demos: readonly Demo[] = [
  tour,
  fix,
  stream,
  think,
  rewrite,
  clear,
  redact,
  tools,
  terminal,
  files,
  permission,
  form,
  plan,
  usage,
  slow,
  flood,
  background,
  notice,
  compact,
  fail,
  mcp,
];

const commands: readonly AvailableCommand[] = demos.map(({ name, description, hint }) =>
  present({ name, description, input: hint === undefined ? undefined : { hint } }),
);

interface DemoSession {
  readonly settings: Settings;
  readonly servers: McpServers;
  hasTitle: boolean;
}

/** The demo agent, ready to be served. */
interface Demonstration {
  readonly definition: AgentDefinition;
  /** Closes the MCP servers of all sessions. */
  close(): Promise<void>;
}

/** The part of the answer to `session/new` that the demo agent fills in. */
interface SessionSetup {
  readonly configOptions: readonly OutgoingConfigOption[];
}

/** Defines the demo agent. The same prompts give the same answers and the same ids. */
export function demonstration({ pace, log }: DemoOptions): Demonstration {
  const sessions = new Map<string, DemoSession>();
  const counters = new Map<string, number>();

  /** Prepares a new or loaded session; `told` are the commands that its client already knows. */
  function open(session: AgentSession, told: readonly AvailableCommand[] = []): SessionSetup {
    const { history } = session;
    const settings = new Settings();
    for (const { id, ...option } of history?.configOptions ?? []) settings.set(id, String(option['currentValue']));
    const hasTitle = typeof history?.info?.title === 'string';
    sessions.set(session.id, { settings, servers: new McpServers(session.mcpServers), hasTitle });
    if (JSON.stringify(told) !== JSON.stringify(commands)) void session.commands(commands);
    return { configOptions: settings.options() };
  }

  async function prompt(turn: Turn): Promise<void> {
    const opened = sessions.get(turn.session.id) as DemoSession;
    const { demo, argument } = demoOf(turn.text);
    const stage = {
      pause: pacing(pace, turn.signal),
      pauseUntil: (signal: AbortSignal) => pacing(pace, signal),
      setting: (id: string) => opened.settings.get(id),
      servers: opened.servers,
    };
    if (!opened.hasTitle) await turn.info({ title: demo === redact ? '/redact' : titleOf(turn.text) });
    opened.hasTitle = true;
    await sayWhatCame(turn);
    try {
      await demo.run(turn, stage, argument);
    } catch (error) {
      if (error instanceof DemoFailure) throw new RpcError(-32603, 'The demo failed, as it was asked to.');
      throw error;
    }
  }

  const definition: AgentDefinition = {
    info: { name: 'emend-demo', title: 'Emend demo agent', version: readVersion() },
    accepts: { image: true, audio: true, embeddedContext: true },
    mcp: { stdio: true, http: true },
    additionalDirectories: true,
    prompt,
    newSession: (_, session) => open(session),
    ...(log === undefined
      ? {}
      : {
          sessions: { log },
          loadSession: (_: unknown, session: AgentSession) => open(session, session.history?.availableCommands),
          resumeSession: (_: unknown, session: AgentSession) => open(session),
        }),
    async closeSession(session) {
      await sessions.get(session.id)?.servers.close();
      sessions.delete(session.id);
    },
    setConfigOption({ configId, value }, session) {
      const settings = sessions.get(session.id)?.settings;
      if (settings?.set(configId, value) === true) return settings.options();
      throw new RpcError(
        -32602,
        `there is no option ${JSON.stringify(configId)} with the value ${JSON.stringify(value)}`,
      );
    },
    mintId(purpose) {
      // A stored session must not reuse the ids of an earlier process.
      if (log !== undefined) return randomUUID();
      const next = (counters.get(purpose) ?? 0) + 1;
      counters.set(purpose, next);
      return `${purpose.replace('_', '-')}-${next}`;
    },
  };
  return {
    definition,
    async close() {
      await Promise.all([...sessions.values()].map(({ servers }) => servers.close()));
    },
  };
}

function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

function demoOf(text: string): { readonly demo: Demo; readonly argument: string } {
  const [, name = '', argument = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  return { demo: demos.find((each) => each.name === name) ?? tour, argument: argument.trim() };
}

/** Lists what a prompt contains besides text, to show that it arrived. */
async function sayWhatCame(turn: Turn): Promise<void> {
  const others = turn.prompt.filter((block) => block.type !== 'text');
  if (others.length === 0) return;
  const lines = others.map((block) => `- ${wordsFor(block)}`);
  await turn.message().append(`You sent along:\n\n${lines.join('\n')}\n`);
}

function wordsFor(block: ContentBlock): string {
  if (!isKnownContentBlock(block)) return `something of the type \`${block.type}\``;
  switch (block.type) {
    case 'text':
      return 'a text';
    case 'resource_link':
      return `a link to \`${block.uri}\``;
    case 'resource':
      return `the contents of \`${block.resource.uri}\``;
    default:
      return `${block.type}, ${block.mimeType}, ${Buffer.from(block.data, 'base64').length} bytes`;
  }
}
