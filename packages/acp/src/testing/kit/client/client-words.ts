import type { Dialect } from '../../../protocol/dialects.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';

/** What the agent of the kit offers beyond what every agent has. */
export interface AgentOffers {
  /** Whether it can load earlier sessions and list them. */
  readonly earlierSessions?: boolean;
}

/** A tool call as the agent of the kit reports it. */
interface ReportedCall {
  readonly toolCallId: string;
  readonly title?: string;
  readonly status?: string;
}

/** What the agent of the kit says in the words of one dialect. */
export interface ClientWords {
  /** The result of `initialize`. */
  initialized(offers: AgentOffers): JsonObject;
  /** An update with a piece of a message. */
  chunk(text: string, messageId?: string): JsonObject;
  /** The update that announces a tool call, and those that change it. */
  announced(call: ReportedCall): JsonObject;
  changed(call: ReportedCall): JsonObject;
  /** The params of a permission request. */
  permission(sessionId: string, call: ReportedCall, options: readonly JsonObject[]): JsonObject;
  /** One update of every kind, each as the dialect has it. */
  knownUpdates(): readonly JsonObject[];
  /** Whether the end of a turn is a state update. */
  readonly endsByState: boolean;
  /** The requests that open an earlier session with its history, and without. */
  readonly openings: readonly string[];
}

const implementation = { name: 'emend-check', title: 'Emend conformance kit', version: '1' };
const text = (words: string): JsonObject => ({ type: 'text', text: words });
const entry = { content: 'Look', priority: 'medium', status: 'in_progress' };
const options = [
  { value: 'a', name: 'A' },
  { value: 'b', name: 'B' },
];
const select = { name: 'Model', type: 'select', currentValue: 'a', options };
const call = {
  toolCallId: 'known',
  title: 'Read',
  kind: 'read',
  status: 'completed',
  locations: [{ path: '/w/a.txt' }],
};
const usage = { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.5, currency: 'USD' } };
const info = { sessionUpdate: 'session_info_update', title: 'Check', updatedAt: '2026-11-02T10:00:00Z' };

/** The updates about messages that June and November have alike. */
const messages: readonly JsonObject[] = [
  { sessionUpdate: 'user_message', messageId: 'user', content: [text('Hello')] },
  { sessionUpdate: 'user_message_chunk', messageId: 'user', content: text(' there') },
  { sessionUpdate: 'agent_thought', messageId: 'thought', content: [text('Hm')] },
  { sessionUpdate: 'agent_thought_chunk', messageId: 'thought', content: text('.') },
  { sessionUpdate: 'agent_message', messageId: 'known', content: [text('One')] },
  { sessionUpdate: 'agent_message_chunk', messageId: 'known', content: text(' two') },
  { sessionUpdate: 'agent_message', messageId: 'known', content: null },
  { sessionUpdate: 'tool_call_update', ...call, content: [{ type: 'content', content: text('a') }] },
  { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'known', content: { type: 'content', content: text('b') } },
  { sessionUpdate: 'tool_call_update', toolCallId: 'known', content: null, title: null },
];

const chunkOf = (words: string, messageId: string): JsonObject => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: text(words),
});
const changedCall = (reported: ReportedCall): JsonObject => ({ sessionUpdate: 'tool_call_update', ...reported });

/** The words of each dialect. */
export const clientWords: Readonly<Record<Dialect, ClientWords>> = {
  v1: {
    initialized: ({ earlierSessions = false }) => ({
      protocolVersion: 1,
      agentInfo: implementation,
      authMethods: [],
      agentCapabilities: {
        loadSession: earlierSessions,
        promptCapabilities: { image: false, audio: false, embeddedContext: false },
        mcpCapabilities: { http: false, sse: false },
        sessionCapabilities: earlierSessions ? { list: {} } : {},
      },
    }),
    chunk: (words) => ({ sessionUpdate: 'agent_message_chunk', content: text(words) }),
    announced: (reported) => ({ sessionUpdate: 'tool_call', title: 'Look', kind: 'read', ...reported }),
    changed: changedCall,
    permission: (sessionId, toolCall, offered) => ({ sessionId, toolCall, options: offered }),
    knownUpdates: () => [
      { sessionUpdate: 'user_message_chunk', content: text('Hello') },
      { sessionUpdate: 'agent_thought_chunk', content: text('Hm') },
      { sessionUpdate: 'agent_message_chunk', content: text('One') },
      { sessionUpdate: 'tool_call', ...call },
      { sessionUpdate: 'tool_call_update', toolCallId: 'known', status: 'completed', content: [] },
      { sessionUpdate: 'plan', entries: [entry] },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go', description: 'Goes' }] },
      { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
      { sessionUpdate: 'config_option_update', configOptions: [{ id: 'model', ...select }] },
      info,
      usage,
    ],
    endsByState: false,
    openings: ['session/load', 'session/resume'],
  },
  june: {
    initialized: ({ earlierSessions = false }) => ({
      protocolVersion: 2,
      agentInfo: implementation,
      authMethods: [],
      capabilities: { session: earlierSessions ? { load: {}, list: {} } : {}, auth: {} },
    }),
    chunk: (words, messageId = 'message-1') => chunkOf(words, messageId),
    announced: (reported) => changedCall({ title: 'Look', ...reported }),
    changed: changedCall,
    permission: (sessionId, toolCall, offered) => ({ sessionId, toolCall, options: offered }),
    knownUpdates: () => [
      ...messages,
      { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries: [entry] } },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'go', description: 'Goes' }] },
      { sessionUpdate: 'config_option_update', configOptions: [{ id: 'model', ...select }] },
      info,
      usage,
    ],
    endsByState: false,
    openings: ['session/load', 'session/resume'],
  },
  november: {
    // New, list, resume and close need no marker here.
    initialized: () => ({
      protocolVersion: 2,
      info: implementation,
      authMethods: [],
      capabilities: { session: {} },
    }),
    chunk: (words, messageId = 'message-1') => chunkOf(words, messageId),
    announced: (reported) => changedCall({ title: 'Look', ...reported }),
    changed: changedCall,
    permission: (sessionId, toolCall, offered) => ({
      sessionId,
      title: toolCall.title ?? 'Look',
      subject: { type: 'tool_call', toolCall },
      options: offered,
    }),
    knownUpdates: () => [
      ...messages,
      {
        sessionUpdate: 'terminal_update',
        terminalId: 'terminal',
        command: 'ls',
        cwd: '/w',
        output: { data: 'YQ==' },
      },
      { sessionUpdate: 'terminal_output_chunk', terminalId: 'terminal', data: 'Yg==' },
      { sessionUpdate: 'terminal_update', terminalId: 'terminal', exitStatus: { exitCode: 0 } },
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries: [entry] } },
      {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ type: 'command', name: 'go', description: 'Goes' }],
      },
      { sessionUpdate: 'config_option_update', configOptions: [{ configId: 'model', ...select }] },
      info,
      usage,
      { sessionUpdate: 'notice', severity: 'info', title: 'A notice' },
      { sessionUpdate: 'compaction_update', compactionId: 'compaction', status: 'completed', summary: [text('Short')] },
    ],
    endsByState: true,
    openings: ['session/resume'],
  },
};
