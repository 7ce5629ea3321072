import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const peers = ['@agentclientprotocol/sdk', 'zod', 'valibot', 'ajv'];

/** Returns when and at which commit the benches ran, and on which machine and with which software, one fact per line. */
export function circumstances(
  root: URL,
  isQuick: boolean,
): { readonly measured: string; readonly machine: readonly string[] } {
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const load = loadavg()[0] ?? 0;
  const busy =
    load > cpus().length + 1
      ? `, busy with other work as well (load ${load.toFixed(1)}): read the factors, not the figures`
      : '';
  const processor = cpus()[0]?.model.trim() ?? 'an unknown processor';
  const machine = `${processor}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const commit = status === 0 ? `, commit ${stdout.trim()}` : '';
  return {
    measured: `${new Date().toISOString().slice(0, 10)}${commit}${isQuick ? ', a rough look: few rounds of small sizes (`--quick`)' : ''}`,
    machine: [
      `${machine}, ${process.platform} ${process.arch}, Node ${process.versions.node}${busy}`,
      peers.map((name) => `${name} ${devDependencies[name]}`).join(', '),
    ],
  };
}
