import { type Event, EventType, type Message, type Role } from '@ag-ui/core';

/** The messages that a consumer has, in its order. */
type HeldMessages = ReadonlyMap<string, Role>;

/** How a consumer gets the messages that it should have. */
interface Resync {
  readonly events: Event[];
  readonly held: Map<string, Role>;
}

/** The roles whose messages a snapshot leaves alone if it has none of that role. */
const spared: ReadonlySet<Role> = new Set<Role>(['activity', 'reasoning']);

/**
 * Returns the snapshot that gives a consumer these messages.
 *
 * A consumer replaces messages in their places and appends those that are new. If that would leave others in between or another order, a
 * first snapshot takes away everything from the first difference on.
 */
export function resync(before: HeldMessages, messages: Message[]): Resync {
  const after = reconciled(before, messages);
  if (isInOrder(after, messages)) return { events: [snapshot(messages)], held: after };
  const ids = [...before.keys()];
  const common = messages.findIndex(({ id }, index) => ids[index] !== id);
  const kept = messages.slice(0, common === -1 ? messages.length : common);
  const first = [...kept, ...placeholders(before, kept)];
  const left = reconciled(before, first);
  return { events: [snapshot(first), snapshot(messages)], held: reconciled(left, messages) };
}

function snapshot(messages: Message[]): Event {
  return { type: EventType.MESSAGES_SNAPSHOT, messages };
}

/** Returns the messages of a consumer after a snapshot. */
function reconciled(before: HeldMessages, messages: readonly Message[]): Map<string, Role> {
  const roles = new Map(messages.map(({ id, role }) => [id, role]));
  const declared = new Set(roles.values());
  const after = new Map<string, Role>();
  for (const [id, role] of before) {
    const told = roles.get(id);
    if (told !== undefined) after.set(id, told);
    else if (spared.has(role) && !declared.has(role)) after.set(id, role);
  }
  for (const [id, role] of roles) after.set(id, role);
  return after;
}

/** Returns whether a consumer has nothing but these messages, in this order. The result of a call may stand where it arrived. */
function isInOrder(held: HeldMessages, messages: readonly Message[]): boolean {
  const mine = [...held].filter(([, role]) => role !== 'tool').map(([id]) => id);
  const theirs = messages.filter(({ role }) => role !== 'tool').map(({ id }) => id);
  return held.size === messages.length && mine.every((id, index) => id === theirs[index]);
}

/** Returns empty messages of the roles that a snapshot would leave alone; the next snapshot takes them away. */
function placeholders(before: HeldMessages, kept: readonly Message[]): Message[] {
  const has = (role: Role) => [...before.values()].includes(role) && !kept.some((message) => message.role === role);
  const found: Message[] = [];
  if (has('activity'))
    found.push({ id: 'acp.reset activity', role: 'activity', activityType: 'acp.reset', content: {} });
  if (has('reasoning')) found.push({ id: 'acp.reset reasoning', role: 'reasoning', content: '' });
  return found;
}
