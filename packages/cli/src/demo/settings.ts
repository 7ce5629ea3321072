import type { OutgoingConfigOption } from '@emend/acp/roles';

const definitions = [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    options: [
      { value: 'ask', name: 'Ask', description: 'Asks before anything is changed' },
      { value: 'read-only', name: 'Read only', description: 'Changes nothing and does not ask' },
    ],
  },
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    options: [
      { value: 'demo-small', name: 'Demo small' },
      { value: 'demo-large', name: 'Demo large' },
    ],
  },
] as const;

const brief = { id: 'brief', name: 'Brief', description: 'Ends the tour after six stations' } as const;

/** The configuration options of one session of the demo agent. */
export class Settings {
  readonly #values = new Map<string, string>(definitions.map(({ id, options }) => [id, options[0].value]));
  #isBrief = false;

  /** Returns the value of an option; a switch is `on` or `off`. */
  get(id: string): string {
    if (id === brief.id) return this.#isBrief ? 'on' : 'off';
    return this.#values.get(id) ?? '';
  }

  /** Sets a value. Returns false if there is no such option or value. */
  set(id: string, value: string): boolean {
    if (id === brief.id) {
      this.#isBrief = value === 'true';
      return value === 'true' || value === 'false';
    }
    const definition = definitions.find((each) => each.id === id);
    if (definition?.options.some((option) => option.value === value) !== true) return false;
    this.#values.set(id, value);
    return true;
  }

  /** Returns all options with their current values. */
  options(): OutgoingConfigOption[] {
    return [
      ...definitions.map((definition) => ({
        type: 'select' as const,
        ...definition,
        currentValue: this.get(definition.id),
      })),
      { type: 'boolean', ...brief, currentValue: this.#isBrief },
    ];
  }
}
