import { TemporaryFolder } from '@emend/acp/node';
import type { Inspector, StartedInspector } from '@emend/inspector';
import type { ExitStatus } from '../command-entry.ts';
import { EndingSignals } from '../ending/ending-signals.ts';
import { note } from '../output/note.ts';
import { writeOut } from '../output/standard-output.ts';
import type { RemoteTarget } from '../remote/remote-target.ts';
import { AddressFile } from './address-file.ts';
import { openBrowser } from './browser.ts';
import type { InspectOptions } from './inspect-options.ts';
import { serverProblem } from './server-problem.ts';
import { openSource } from './sources.ts';

/** Shows a recording or an agent on a web page until it ends or a signal ends it. */
export async function runInspector(
  file: string,
  agent: readonly string[] | RemoteTarget,
  options: InspectOptions,
): Promise<ExitStatus> {
  // Before anything is made that would be left.
  const signals = new EndingSignals();
  const source = await openSource(file, agent, options);
  try {
    const server = await serve(source.inspector, options);
    let file: AddressFile | undefined;
    try {
      const address = `${server.address}#token=${server.token}`;
      if (options.addressFile !== undefined) file = new AddressFile(options.addressFile, address);
      await Promise.race([tell(address, server.outside, options), signals.asked]);
      return signals.isAsked ? 0 : await source.run(signals);
    } finally {
      file?.remove();
      await server.close();
    }
  } finally {
    await source.close();
  }
}

async function serve(inspector: Inspector, { host, port }: InspectOptions): Promise<StartedInspector> {
  const { startInspector } = await import('@emend/inspector');
  try {
    return await startInspector(inspector, { host, port });
  } catch (error) {
    throw serverProblem(error, host, port);
  }
}

async function tell(page: string, outside: readonly string[], { proxy, open }: InspectOptions): Promise<void> {
  // With a proxy, standard output belongs to the protocol.
  if (proxy === true) note(page);
  else await writeOut(`${page}\n`);
  if (outside.length > 0) {
    note(
      `emend inspect: Warning: other computers can reach this page at ${outside.join(' and ')}. Whoever has the token can read everything and talk to the agent, and the connection is not encrypted.`,
    );
  }
  const isSeen = proxy !== true && process.stdout.isTTY === true;
  if (!(open ?? isSeen)) return;
  // It is gone with the process, since nobody knows when the browser has read it.
  openBrowser(page, new TemporaryFolder('emend-inspect').file('open.html'));
}
