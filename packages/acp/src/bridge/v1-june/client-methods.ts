import type * as v1 from './v1.ts';

/** A method for files and terminals of the client, which v1 agents may call and June does not have. */
export type ClientMethod = Exclude<keyof v1.ClientRequests, 'session/request_permission' | 'elicitation/create'>;

const each: { readonly [M in ClientMethod]: M } = {
  'fs/read_text_file': 'fs/read_text_file',
  'fs/write_text_file': 'fs/write_text_file',
  'terminal/create': 'terminal/create',
  'terminal/output': 'terminal/output',
  'terminal/wait_for_exit': 'terminal/wait_for_exit',
  'terminal/kill': 'terminal/kill',
  'terminal/release': 'terminal/release',
};

/** All methods for files and terminals of the client. */
export const clientMethods: readonly ClientMethod[] = Object.values(each);

/** Returns whether a method is one for files and terminals of the client. */
export function isClientMethod(method: string): method is ClientMethod {
  return Object.hasOwn(each, method);
}
