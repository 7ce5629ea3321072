import { type Demo, say } from '../stage.ts';

/** The tools of the MCP servers, and a call of one. */
export const mcp: Demo = {
  name: 'mcp',
  description: 'Lists the tools of the MCP servers and calls one',
  hint: 'tool and its arguments as JSON; the first that needs none if not given',
  async run(turn, stage, argument) {
    const { servers } = stage;
    if (servers.isEmpty) {
      return say(
        turn.message(),
        'No MCP servers were given. Start with `emend chat --mcp "NAME=COMMAND ARGS"`.',
        stage,
      );
    }
    const { tools: listed, failures } = await servers.tools(turn.signal);
    const lines = [
      ...listed.map(
        ({ server, name, description }) => `- \`${server}/${name}\`${description === '' ? '' : `: ${description}`}`,
      ),
      ...failures.map(({ server, reason }) => `- \`${server}\` does not answer: ${reason}`),
    ];
    await turn
      .message()
      .append(
        lines.length === 0 ? 'The MCP servers offer no tools.' : `Tools of the MCP servers:\n\n${lines.join('\n')}\n`,
      );
    const [wanted = '', ...rest] = argument.split(/\s+/);
    const tool = listed.find(({ server, name, needsInput }) =>
      wanted === '' ? !needsInput : wanted === name || wanted === `${server}/${name}`,
    );
    if (tool === undefined) {
      if (wanted !== '') await turn.message().append(`There is no tool \`${wanted}\`.`);
      return;
    }
    const input = readInput(rest.join(' '));
    const call = turn.toolCall({
      title: `${tool.server}/${tool.name}`,
      kind: 'other',
      status: 'in_progress',
      rawInput: input,
    });
    try {
      const { text, isError } = await servers.call(tool, input, turn.signal);
      if (isError) await call.fail(text);
      else await call.finish({ content: [{ type: 'content', content: { type: 'text', text } }] });
    } catch (error) {
      turn.signal.throwIfAborted();
      await call.fail(error instanceof Error ? error.message : String(error));
    }
  },
};

function readInput(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return { text };
  }
}
