import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debianProgram } from '../../support/debian-program.ts';
import { freePort } from '../../support/free-port.ts';

/** A proxy that runs in front of a server. */
export interface ReverseProxy {
  readonly port: number;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Settings of a proxy: the part of its configuration that people copy, with the address of the server in it. */
export interface ReverseProxySettings {
  /** The address of the server in the settings, which is replaced by that of the test. */
  readonly text: string;
  readonly address: string;
}

/** Starts nginx with the settings of a `server` in its configuration; returns a sentence if that cannot be. */
export function startNginx(targetPort: number, settings: ReverseProxySettings): Promise<ReverseProxy | string> {
  return start('nginx', settings, targetPort, (text, port, folder) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${folder};`,
    );
    const listening = text.replace(/listen [^;]*;/, `listen 127.0.0.1:${port};`).replace(/^\s*ssl_.*$/gm, '');
    const http = `access_log off; ${temporary.join(' ')}\n${listening}`;
    const whole = `daemon off; worker_processes 1; error_log stderr; pid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`;
    writeFileSync(join(folder, 'nginx.conf'), whole);
    return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  });
}

/** Starts Caddy with the settings of a site; returns a sentence if that cannot be. */
export function startCaddy(targetPort: number, settings: ReverseProxySettings): Promise<ReverseProxy | string> {
  return start('caddy', settings, targetPort, (text, port, folder) => {
    const site = text.replace(/^\S+ \{/m, `http://127.0.0.1:${port} {`);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}\n`);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  });
}

async function start(
  name: string,
  { text, address }: ReverseProxySettings,
  targetPort: number,
  configure: (text: string, port: number, folder: string) => string[],
): Promise<ReverseProxy | string> {
  const program = await debianProgram(name);
  if (program === undefined) return `${name} is not installed and cannot be installed here.`;
  const folder = mkdtempSync(join(tmpdir(), `emend-${name}-`));
  const port = await freePort();
  const args = configure(text.replaceAll(address, `127.0.0.1:${targetPort}`), port, folder);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-4_000);
  });
  // Caddy waits for its connections at any other signal; nginx leaves its workers behind at this one.
  const kill = () => child.kill(name === 'caddy' ? 'SIGKILL' : 'SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      kill();
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await accepts(port, child);
  } catch (error) {
    await stop();
    throw new Error(`${name} could not be started: ${complaints}`, { cause: error });
  }
  return { port, stop, [Symbol.asyncDispose]: stop };
}

async function accepts(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`it ended with status ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(25);
  }
  throw new Error('it does not listen');
}
