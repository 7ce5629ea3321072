/** Returns the start of the ids that a connection makes up. The ids of earlier connections are in the logs of the sessions. */
export function newIdPrefix(): string {
  return `emend-${crypto.randomUUID().slice(0, 13)}`;
}
