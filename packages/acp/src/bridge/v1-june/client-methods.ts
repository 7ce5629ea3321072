import type * as v1 from './v1.ts';

/** A method that a v1 agent may ask of its client and v2 does not have. */
export type ClientMethod = Exclude<keyof v1.ClientRequests, 'session/request_permission'>;

const each: { readonly [M in ClientMethod]: M } = {
  'fs/read_text_file': 'fs/read_text_file',
  'fs/write_text_file': 'fs/write_text_file',
  'terminal/create': 'terminal/create',
  'terminal/output': 'terminal/output',
  'terminal/wait_for_exit': 'terminal/wait_for_exit',
  'terminal/kill': 'terminal/kill',
  'terminal/release': 'terminal/release',
};

/** Every such method. */
export const clientMethods: readonly ClientMethod[] = Object.values(each);

/** Whether v2 lacks a method that v1 agents ask of their clients. */
export function isClientMethod(method: string): method is ClientMethod {
  return Object.hasOwn(each, method);
}
