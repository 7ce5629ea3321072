import type { Requirement } from './list.ts';

const measured = 'it is a matter of time, which the bench measures: see the page on performance';
const tooLarge = 'not reached yet; [bundle-size.test.ts](../test/bundle-size.test.ts) keeps what they add from growing';

/** Every requirement of remote connections by its id, in a few words of our own. */
export const remoteRequirements: Readonly<Record<string, Requirement>> = {
  // Interoperability
  W1: { says: 'the official clients, over WebSocket and HTTP, have whole sessions with our server, v1 and November' },
  W2: { says: 'our client has whole sessions with the official servers on both carriers, and with Rust-style ones' },
  W3: {
    says: 'a POST of initialize is answered with 200 and the id of the connection; every other with 202 and no body',
  },
  W4: { says: 'the answer to an upgrade has the id of the connection' },
  W5: { says: 'an agent that refuses initialize: 200 with its error, and a connection that is good for DELETE only' },
  W6: { says: 'the client takes messages from any stream and finds their requests by id alone' },
  W7: { says: 'the stream of a session that is not known yet can be opened' },
  W8: { says: 'the answer to a load comes after what it replays, on the stream of the session' },
  W9: { says: 'a message of a session goes out on its stream only, and waits for it' },
  W10: { says: 'the session is named in the header or the params; both must agree' },
  W11: { says: 'a batch over HTTP is refused; over a WebSocket it is handled as on stdio' },
  W12: { says: 'binary messages of a WebSocket are dropped and reported' },
  W13: { says: 'a WebSocket begins with initialize, and in time' },
  W14: { says: 'messages cross unchanged, to the last digit and the last unknown key' },
  W15: { says: 'HTTP/1.1, HTTP/2 and WebSockets on one port' },
  W16: { says: 'the scheme of the address chooses the carrier; WebSocket first with a way back to HTTP' },
  W17: { says: 'cookies are returned within the connection' },
  // Order
  W18: { says: 'the messages of one side arrive in the order in which they were sent' },
  W19: { says: 'numbered POSTs are handled in the order of their numbers' },
  W20: { says: 'a cancel overtakes requests that are held back' },
  // Resumption
  W21: { says: 'HTTP: after any number of cuts the client has every message once and in order' },
  W22: { says: 'WebSocket: after any number of cuts both sides have every message once and in order' },
  W23: { says: 'the same when the network dies silently: a new stream or socket takes the place of the old one' },
  W24: { says: 'a POST that is repeated is handled once' },
  W25: { says: 'a position that is no longer kept ends the connection; there is never a gap' },
  W26: { says: 'a turn goes on while its client is away' },
  W27: { says: 'a lost connection cancels nothing before its time is over; an orderly end does what was chosen' },
  W28: { says: 'clients that know nothing of resumption are served as before, without a word about it' },
  W29: { says: 'our client comes back by itself, keeps its requests open and tells its state' },
  // Flow and liveness
  W30: { says: 'a client that does not read stops the agent; memory stays within the limit' },
  W31: { says: 'a slow client among many is detached and delays no other' },
  W32: { says: 'what is sent in one turn of the event loop goes out in one write' },
  W33: { says: 'a peer that is gone without a word is noticed, and nothing of it is left' },
  W34: { says: 'an idle connection survives proxies that cut idle ones' },
  W35: { says: 'a connection that nobody uses ends, with its agent' },
  W36: { says: 'connections that come and go leave nothing behind' },
  // Security
  W37: { says: 'without the right token: 401 before anything else is read, in the same time for all wrong ones' },
  W38: { says: 'foreign hosts and origins are refused on every method and on the upgrade' },
  W39: { says: 'only JSON can be posted' },
  W40: { says: 'listed origins get exact CORS headers, others none' },
  W41: { says: 'a page on a listed origin works with the official client over both carriers' },
  W42: { says: "ids of another principal's connections and sessions answer as unknown ones" },
  W43: { says: 'listening beyond loopback needs a token, and TLS unless declared otherwise' },
  W44: { says: 'no token, ticket or message text is in a log or an error' },
  W45: { says: 'a ticket works once, for half a minute' },
  // Limits and errors
  W46: { says: 'each limit holds exactly' },
  W47: { says: 'answers and notifications of a live connection are never refused because of load' },
  W48: { says: 'bodies and headers that stall or never end are closed in time' },
  W49: { says: 'random bytes never end the process and never reach an agent' },
  W50: { says: 'an error has a status, a sentence and, for a request, a JSON-RPC body with its id' },
  // Operation
  W51: { says: 'health and readiness can be asked for without a token' },
  W52: { says: 'SIGTERM: running turns finish, nothing acknowledged is lost, the process ends in time with status 0' },
  W53: { says: 'serve puts any stdio agent behind a URL, one process for a connection' },
  W54: { says: 'serve prints its address and, apart from it, the token' },
  W55: { says: 'an agent that ends is told to its client; the server stays' },
  W56: { says: 'an operator sees connections made, resumed, lost, ended and refused' },
  W57: { says: 'all of it holds behind nginx and Caddy with the documented settings' },
  // Cost
  W58: { says: 'an update over a WebSocket costs little more than the bare send', notOurs: measured },
  W59: { says: 'one write a stream and turn of the event loop, and no timer a message' },
  W60: { says: 'both carriers add at most 4 KB to a page', notOurs: tooLarge },
  W61: { says: 'sessions stay inside of the given roots; a given directory replaces that of clients' },
};
