import { installCommand, type KnownAgent, knownAgents } from '@emend/acp/agents';

const start = '<!-- The tests write this table: EMEND_WRITE_PAGES=1 npx vitest run test/agents-page.test.ts. -->';
const end = '<!-- The end of the table. -->';

/** Returns the guide with the table of all known agents in the place that is marked for it. */
export function withAgentTable(guide: string): string {
  const [from, to] = [guide.indexOf(start), guide.indexOf(end)];
  if (from === -1 || to < from) throw new Error('The guide has no marked place for the table.');
  return `${guide.slice(0, from)}${start}\n\n${table()}\n\n${guide.slice(to)}`;
}

function table(): string {
  const rows = [
    ['name', 'agent', 'command', 'speaks', 'install'],
    ...knownAgents.map((agent) => [
      [agent.name, ...agent.aliases].map((name) => `\`${name}\``).join(', '),
      agent.title,
      `\`${agent.command.join(' ')}\``,
      agent.dialects.length === 0 ? 'not known' : agent.dialects.join(', '),
      installCell(agent),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

function installCell({ install }: KnownAgent): string {
  const command = installCommand(install);
  return command === undefined ? `[page](${install.page})` : `\`${command.join(' ')}\``;
}
