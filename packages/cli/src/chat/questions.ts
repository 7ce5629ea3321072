import type { RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { CreateElicitationResponse } from '@emend/acp/protocol/november';
import type { ToolCall } from '@emend/acp/session';
import type { KeyPress } from '../terminal/keys.ts';
import { type Asked, FormPanel } from './form-panel.ts';
import { PermissionPanel } from './permission-panel.ts';

/** How long a question is shown before keys answer it, so that keys typed for the prompt do not. */
const armMilliseconds = 300;

/** A question of the agent on the screen. */
export type Panel = PermissionPanel | FormPanel;

/** The pending questions of the agent, shown one at a time. */
export class Questions {
  readonly #panels: Panel[] = [];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The question shown now. */
  get first(): Panel | undefined {
    return this.#panels[0];
  }

  /** Asks and resolves with the answer; a cancelled question disappears. */
  ask(
    request: RequestPermissionRequest,
    call: ToolCall | undefined,
    signal: AbortSignal,
  ): Promise<string | RequestPermissionOutcome> {
    return new Promise((resolve) => this.#open(new PermissionPanel(request, call, resolve), signal));
  }

  /** Asks for what an agent wants to know and resolves with the answer; a cancelled question disappears. */
  fillIn(asked: Asked, signal: AbortSignal): Promise<CreateElicitationResponse> {
    return new Promise((resolve) => this.#open(new FormPanel(asked, resolve), signal));
  }

  #open(panel: Panel, signal: AbortSignal): void {
    this.#panels.push(panel);
    signal.addEventListener('abort', () => this.#close(panel), { once: true });
    this.#armFirst();
    this.#onChange();
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

  #close(panel: Panel): void {
    const index = this.#panels.indexOf(panel);
    if (index !== -1) this.#panels.splice(index, 1);
    this.#armFirst();
    this.#onChange();
  }
}
