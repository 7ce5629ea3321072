import { encodeBase64 } from '../../protocol/base64.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { present } from '../../protocol/reading/optional.ts';
import { commandLine } from '../command-line.ts';
import type { ClientHost, TerminalExitStatus } from '../v1-june/client-host.ts';

interface HostedUpdate {
  readonly sessionId: string;
  readonly update: SessionUpdate;
}

/** What a host has to tell of the terminals that it serves. */
export interface HostedUpdates {
  /** Returns whether a terminal is served by the host. */
  has(terminalId: string): boolean;
  /** Returns the updates since the last call. */
  due(): readonly HostedUpdate[];
}

/** The terminals that a host serves to a v1 agent, as updates for a client that reads November. */
export class HostedTerminals implements HostedUpdates {
  /** The sessions of the terminals that the client may still hear of. */
  readonly #sessions = new Map<string, string>();
  readonly #ended = new Set<string>();
  /** What the client has of the output of terminals whose host gives only text. */
  readonly #texts = new Map<string, string>();
  #due: HostedUpdate[] = [];

  has(terminalId: string): boolean {
    return this.#sessions.has(terminalId);
  }

  due(): readonly HostedUpdate[] {
    const due = this.#due;
    this.#due = [];
    return due;
  }

  #add(terminalId: string, fields: object): void {
    const sessionId = this.#sessions.get(terminalId);
    // A session that has ended gets no more updates.
    if (sessionId === undefined) return;
    this.#due.push({ sessionId, update: { terminalId, ...fields } as object as SessionUpdate });
  }

  #update(terminalId: string, fields: object): void {
    this.#add(terminalId, { sessionUpdate: 'terminal_update', ...fields });
  }

  #printed(terminalId: string, bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#add(terminalId, { sessionUpdate: 'terminal_output_chunk', data: encodeBase64(bytes) });
  }

  #exited(terminalId: string, { exitCode, signal }: TerminalExitStatus): void {
    if (this.#ended.has(terminalId)) return;
    this.#ended.add(terminalId);
    this.#update(terminalId, { exitStatus: present({ exitCode, signal }) });
  }

  #end(terminalId: string): void {
    this.#sessions.delete(terminalId);
    this.#ended.delete(terminalId);
    this.#texts.delete(terminalId);
  }

  /** Takes the output of a host that gives only text: what is new of it, or all of it if its beginning has changed. */
  #readText(host: ClientHost, terminalId: string): void {
    const text = host.terminalText?.(this.#sessions.get(terminalId) ?? '', terminalId);
    const known = this.#texts.get(terminalId) ?? '';
    if (text === undefined || text === known) return;
    this.#texts.set(terminalId, text);
    const utf8 = new TextEncoder();
    if (text.startsWith(known)) this.#printed(terminalId, utf8.encode(text.slice(known.length)));
    else this.#update(terminalId, { output: { data: encodeBase64(utf8.encode(text)) } });
  }

  /** Returns the host with its terminals watched; `onNews` is called when something is due. */
  watch(host: ClientHost, onNews: () => Promise<void> | undefined): ClientHost {
    const { requests } = host;
    const create = requests['terminal/create'];
    if (create === undefined) return host;
    host.watchTerminals?.({
      printed: (terminalId, bytes) => {
        this.#printed(terminalId, bytes);
        return onNews();
      },
      exited: (terminalId, status) => {
        this.#exited(terminalId, status);
        onNews();
      },
    });
    const readText = (terminalId: string) => {
      if (host.watchTerminals === undefined) this.#readText(host, terminalId);
    };
    const { 'terminal/output': output, 'terminal/wait_for_exit': wait, 'terminal/release': release } = requests;
    return {
      ...host,
      requests: {
        ...requests,
        'terminal/create': async (params, roots) => {
          const made = await create(params, roots);
          const { sessionId, command, args = [], cwd = roots[0] } = params;
          this.#sessions.set(made.terminalId, sessionId);
          this.#update(made.terminalId, { command: commandLine(command, args), ...present({ cwd }) });
          onNews();
          return made;
        },
        ...(output && {
          'terminal/output': async (params, roots) => {
            const report = await output(params, roots);
            readText(params.terminalId);
            const { exitStatus } = report;
            if (exitStatus !== undefined && exitStatus !== null) this.#exited(params.terminalId, exitStatus);
            onNews();
            return report;
          },
        }),
        ...(wait && {
          'terminal/wait_for_exit': async (params, roots) => {
            const status = await wait(params, roots);
            readText(params.terminalId);
            this.#exited(params.terminalId, status);
            onNews();
            return status;
          },
        }),
        ...(release && {
          'terminal/release': async (params, roots) => {
            readText(params.terminalId);
            const released = await release(params, roots);
            // A command that was still running has been ended, and nobody asked how.
            if (this.#sessions.has(params.terminalId)) this.#exited(params.terminalId, {});
            onNews();
            this.#end(params.terminalId);
            return released;
          },
        }),
      },
      closeSession: (sessionId) => {
        for (const [terminalId, session] of this.#sessions) if (session === sessionId) this.#end(terminalId);
        host.closeSession?.(sessionId);
      },
    };
  }
}
