import type { Requirement } from './list.ts';

/** Every requirement of sessions that several clients have open, by its id and in a few words of our own. */
export const sharingRequirements: Readonly<Record<string, Requirement>> = {
  // Sharing
  X1: {
    says: 'clients of all dialects and carriers on one session see the same conversation at the end of every turn',
  },
  X2: { says: 'loading a live session joins it: no turn ends, nobody is cut off; force takes it over' },
  X3: { says: 'a client that leaves, is cut or is slow changes nothing for the others' },
  X4: { says: 'all clients get the updates in the order of the log' },
  X5: { says: 'two clients that use the same request ids do not meet' },
  X6: { says: 'what is not known is passed on, both ways' },
  X7: { says: 'ids of foreign sessions may collide or come back' },
  X8: { says: 'an unknown session id of a process with one session belongs to that session' },
  // Joining
  X9: { says: 'joining at any moment of a stream: nothing twice, nothing missing' },
  X10: { says: 'the answer to a load comes after the replay and before the first live update' },
  X11: { says: 'open questions are asked of who joins, once a connection; answered ones never' },
  X12: {
    says: 'a client goes on after a position, and has what a load tells; if that cannot be, it gets all and is told so',
  },
  X13: { says: 'what was redacted is in no replay, ring or queue' },
  X14: { says: 'usage, title, commands and options are replayed once, as they are now' },
  // Questions
  X15: { says: 'the first valid answer wins, and the agent gets exactly one' },
  X16: { says: 'errors, unknown options and departures are abstentions' },
  X17: { says: 'with nobody there the rule that was set holds; a question that waits is asked of the next who joins' },
  X18: { says: 'an answer is durable, with who gave it, before the agent learns it' },
  X19: { says: 'a cancelled turn takes its questions back everywhere, and the agent is answered once' },
  X20: { says: 'who may not approve is not asked and cannot answer' },
  X21: { says: 'who is asked is decided by what the server knows of a connection, not by what the client says' },
  // Prompts
  X22: { says: 'prompts run one at a time in order of arrival; each sender gets its own answer, once' },
  X23: { says: 'a waiting prompt is cancelled by its sender; those of others stay' },
  X24: { says: 'every client sees every prompt with who sent it; a v1 sender does not see its own twice' },
  X25: { says: 'the 101st waiting prompt is refused; nothing else is affected' },
  X26: { says: 'settings changed by one client are updates for the others' },
  // Capabilities
  X27: { says: 'no client is asked for files or terminals it did not offer' },
  X28: { says: 'a v1 agent has files and terminals on the server' },
  // Telling
  X29: { says: 'clients that ask are told of the others, and no others are' },
  X30: { says: 'the principal is never taken from the words of a client' },
  // Ownership
  X31: { says: 'at most one writer of a session succeeds at a time' },
  X32: { says: 'a node that cannot renew its lease has ended its agents before another takes over' },
  X33: { says: 'a node that was frozen writes nothing when it thaws' },
  X34: { says: 'clocks that differ between nodes change nothing' },
  X35: { says: 'a prompt is run at most once, and one that was lost is answered with an error' },
  X36: { says: 'clients of a gateway stay connected while an owner fails over' },
  X37: { says: 'the clients of a gateway that dies are back on another one' },
  X38: { says: 'a session is opened only on a node with its label' },
  X39: { says: 'a rolling restart loses no acknowledged word' },
  X40: {
    says: 'an update reaches a client of another machine in time: at once, and the bench of sharing measures how soon',
  },
  // Cost
  X41: { says: 'appends of different sessions share transactions; the bench of PostgreSQL measures what it brings' },
  X42: { says: 'at most one notification a transaction' },
  X43: { says: 'a refused append delays or fails no other' },
  X44: { says: 'the owner sends an update once a gateway' },
  X45: {
    says: 'a session that nobody watches and that is idle costs no timer, no connection, no process and no state',
  },
  X46: { says: 'a watching client costs little memory' },
  // Compatibility
  X47: { says: 'a single client sees what it saw before, and several see the same' },
  X48: { says: 'logs with who did what fold to the same as without' },
  X49: { says: 'session/attach and session/detach are not found' },
};
