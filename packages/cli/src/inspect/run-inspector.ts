import type { Inspector, StartedInspector } from '@emend/inspector';
import type { ExitStatus } from '../command-entry.ts';
import { EndingSignals } from '../ending/ending-signals.ts';
import { dialectNamed } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { writeOut } from '../output/standard-output.ts';
import type { RemoteTarget } from '../remote/remote-target.ts';
import { openBrowser } from './browser.ts';
import type { InspectOptions } from './inspect-options.ts';
import { serverProblem } from './server-problem.ts';
import { openFile, openInputCopy, openProxy, openTalk, type Source } from './sources.ts';

/** Shows a recording or an agent on a web page until it ends or a signal ends it. */
export async function runInspector(
  file: string,
  agent: readonly string[] | RemoteTarget,
  options: InspectOptions,
): Promise<ExitStatus> {
  // Before anything is made that would be left.
  const signals = new EndingSignals();
  const source = await sourceFor(file, agent, options);
  try {
    const server = await serve(source.inspector, options);
    try {
      await Promise.race([tell(server, options), signals.asked]);
      return signals.isAsked ? 0 : await source.run(signals);
    } finally {
      await server.close();
    }
  } finally {
    await source.close();
  }
}

async function sourceFor(
  file: string,
  agent: readonly string[] | RemoteTarget,
  { proxy, redact, protocol }: InspectOptions,
): Promise<Source> {
  if ('url' in agent || agent.length > 0) return proxy === true ? openProxy(agent, redact) : openTalk(agent, redact);
  const dialect = protocol === undefined ? undefined : dialectNamed(protocol);
  return file === '-' || redact !== undefined ? openInputCopy(file, redact, dialect) : openFile(file, dialect);
}

async function serve(inspector: Inspector, { host, port }: InspectOptions): Promise<StartedInspector> {
  const { startInspector } = await import('@emend/inspector');
  try {
    return await startInspector(inspector, { host, port });
  } catch (error) {
    throw serverProblem(error, host, port);
  }
}

async function tell({ address, token, outside }: StartedInspector, { proxy, open }: InspectOptions): Promise<void> {
  const page = `${address}#token=${token}`;
  // With a proxy, standard output belongs to the protocol.
  if (proxy === true) note(page);
  else await writeOut(`${page}\n`);
  if (outside.length > 0) {
    note(
      `emend inspect: Warning: other computers can reach this page at ${outside.join(' and ')}. Whoever has the token can read everything and talk to the agent, and the connection is not encrypted.`,
    );
  }
  const isSeen = proxy !== true && process.stdout.isTTY === true;
  if (open ?? isSeen) openBrowser(page);
}
