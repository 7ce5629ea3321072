import type { RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { ToolCall } from '@emend/acp/session';
import type { KeyPress } from '../terminal/keys.ts';
import { PermissionPanel } from './permission-panel.ts';

/** How long a question is shown before keys answer it, so that keys typed for the prompt do not. */
const armMilliseconds = 300;

/** The pending permission requests, shown one at a time. */
export class Questions {
  readonly #panels: PermissionPanel[] = [];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The question shown now. */
  get first(): PermissionPanel | undefined {
    return this.#panels[0];
  }

  /** Asks and resolves with the answer; a cancelled question disappears. */
  ask(
    request: RequestPermissionRequest,
    call: ToolCall | undefined,
    signal: AbortSignal,
  ): Promise<string | RequestPermissionOutcome> {
    return new Promise((resolve) => {
      const panel = new PermissionPanel(request, call, resolve);
      this.#panels.push(panel);
      signal.addEventListener('abort', () => this.#close(panel), { once: true });
      this.#armFirst();
      this.#onChange();
    });
  }

  /** Passes a key to the open question; returns false if there is none. */
  press(press: KeyPress): boolean {
    const { first } = this;
    if (first?.press(press) === true) this.#close(first);
    return first !== undefined;
  }

  #armFirst(): void {
    const { first } = this;
    if (first === undefined || first.isArmed) return;
    setTimeout(() => {
      first.isArmed = true;
      this.#onChange();
    }, armMilliseconds);
  }

  #close(panel: PermissionPanel): void {
    const index = this.#panels.indexOf(panel);
    if (index !== -1) this.#panels.splice(index, 1);
    this.#armFirst();
    this.#onChange();
  }
}
