import type { CommandEntry } from './command-entry.ts';

/** Every command of `emend`, in the order of its help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'chat',
    summary: 'talk to an agent in the terminal; without a command, to the demo agent',
    examples: [
      { line: 'emend chat', does: 'take a tour of the protocol with the demo agent' },
      { line: 'emend chat gemini', does: 'talk to a known agent' },
      { line: 'emend chat -- my-agent --acp', does: 'talk to any agent' },
      { line: 'emend chat --url wss://agents.example/acp', does: 'talk to a remote agent' },
    ],
    load: async () => (await import('./chat/command.ts')).defineChat,
  },
  {
    name: 'agent',
    summary: 'run the demo agent, which needs no model',
    examples: [{ line: 'emend agent', does: 'run the demo agent on standard input and output' }],
    load: async () => (await import('./agent/command.ts')).defineAgent,
  },
  {
    name: 'agents',
    summary: 'list the agents that are known by name, and which are installed here',
    examples: [{ line: 'emend agents', does: 'see which agents can be started by name' }],
    load: async () => (await import('./agents/command.ts')).defineAgents,
  },
  {
    name: 'bridge',
    summary: 'connect a client and an agent that speak different versions',
    examples: [{ line: 'emend bridge -- my-agent --acp', does: 'let clients of either version use an agent' }],
    load: async () => (await import('./bridge/command.ts')).defineBridge,
  },
  {
    name: 'serve',
    summary: 'put an agent behind a URL, for clients on other machines and web pages',
    examples: [
      { line: 'emend serve -- my-agent --acp', does: 'let remote clients use an agent, by WebSocket or HTTP' },
    ],
    load: async () => (await import('./serve/command.ts')).defineServe,
  },
  {
    name: 'validate',
    summary: 'check every message of a file against the protocol',
    examples: [{ line: 'emend validate session.ndjson', does: 'check a file with one message per line' }],
    load: async () => (await import('./validate/command.ts')).defineValidate,
  },
  {
    name: 'fold',
    summary: 'fold the messages of a file into the state of their sessions',
    examples: [{ line: 'emend fold session.ndjson', does: 'print what a client would show after these messages' }],
    load: async () => (await import('./fold/command.ts')).defineFold,
  },
  {
    name: 'convert',
    summary: 'translate the messages of a file to another version',
    examples: [
      { line: 'emend convert --to november old.ndjson', does: 'translate a v1 stream to the November draft of v2' },
    ],
    load: async () => (await import('./convert/command.ts')).defineConvert,
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of a version or of a draft of v2',
    examples: [{ line: 'emend schema november > v2.json', does: 'save the JSON Schema of the November draft' }],
    load: async () => (await import('./schema/command.ts')).defineSchema,
  },
  {
    name: 'record',
    summary: 'record everything that passes between a client and an agent',
    examples: [{ line: 'emend record session.ndjson -- my-agent --acp', does: 'record an agent and its client' }],
    load: async () => (await import('./record/command.ts')).defineRecord,
  },
  {
    name: 'inspect',
    summary: 'show a recording or a live agent on a web page: every frame, the session it makes, and what is wrong',
    examples: [
      { line: 'emend inspect session.ndjson', does: 'look at a recording, frame by frame' },
      { line: 'emend inspect -- my-agent --acp', does: 'talk to an agent and watch every message' },
    ],
    load: async () => (await import('./inspect/command.ts')).defineInspect,
  },
  {
    name: 'check',
    summary: 'tell whether an agent, a client or a bridge keeps the protocol, and what it does wrong',
    examples: [
      { line: 'emend check agent -- my-agent --acp', does: 'check an agent against every rule that it can break' },
    ],
    load: async () => (await import('./check/command.ts')).defineCheck,
  },
  {
    name: 'replay',
    summary: 'play the agent of a recording',
    examples: [{ line: 'emend chat -- emend replay session.ndjson', does: 'watch a recorded session again' }],
    load: async () => (await import('./replay/command.ts')).defineReplay,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    examples: [{ line: 'source <(emend completion bash)', does: 'complete commands and options with Tab' }],
    load: async () => (await import('./completion/command.ts')).defineCompletion,
  },
];

/** Returns the command that the arguments name first, also after `help`. */
export function commandIn<Entry extends { readonly name: string }>(
  args: readonly string[],
  entries: readonly Entry[],
): Entry | undefined {
  const named = args.find((arg) => entries.some(({ name }) => name === arg));
  return entries.find(({ name }) => name === named);
}
