import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';

/** What a client offers that June has no word for; v1 has, and June carries it as it is. */
export interface ClientOffers {
  readonly notices: boolean;
  readonly compaction: boolean;
  /** Options that are on or off. */
  readonly switches: boolean;
  readonly elicitation: boolean;
  /** Logins that the user carries out in a terminal. */
  readonly terminalLogin: boolean;
}

function within(value: unknown, key: string): JsonObject {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

/** Returns what the capabilities of a client offer; the keys are the same in v1 and in June. */
export function offersOf(capabilities: unknown): ClientOffers {
  const session = within(capabilities, 'session');
  const { terminal } = within(capabilities, 'auth');
  const { form, url } = within(capabilities, 'elicitation');
  return {
    notices: isObject(session['notices']),
    compaction: isObject(session['compaction']),
    switches: isObject(within(session, 'configOptions')['boolean']),
    elicitation: isObject(form) || isObject(url),
    // A boolean in v1, a marker in the drafts of v2.
    terminalLogin: terminal === true || isObject(terminal),
  };
}
