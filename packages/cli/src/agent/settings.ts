import type { SessionConfigOption } from '@emend/acp/protocol/june';

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

/** The configuration options of one session of the demo agent. */
export class Settings {
  readonly #values = new Map<string, string>(definitions.map(({ id, options }) => [id, options[0].value]));

  get(id: string): string {
    return this.#values.get(id) ?? '';
  }

  /** Sets a value. Returns false if there is no such option or value. */
  set(id: string, value: string): boolean {
    const definition = definitions.find((each) => each.id === id);
    if (definition?.options.some((option) => option.value === value) !== true) return false;
    this.#values.set(id, value);
    return true;
  }

  /** Returns all options with their current values. */
  options(): SessionConfigOption[] {
    return definitions.map((definition) => ({
      type: 'select',
      ...definition,
      currentValue: this.get(definition.id),
    }));
  }
}
