/** Where a seat program finds the process that plays its agent. */
export interface SeatAddress {
  /** The path of a Unix socket, or a port of the loopback interface. */
  readonly at: string | number;
  /** Proves that the program was started with this address; on a loopback port anybody could connect. */
  readonly secret: string;
}

/** Returns the source of the program that connects its standard input and output to an address. It is one file without imports of ours, so that it runs wherever Node does, and starts quickly. */
export function seatProgram({ at, secret }: SeatAddress): string {
  const target = typeof at === 'string' ? { path: at } : { host: '127.0.0.1', port: at };
  return `'use strict';
const socket = require('node:net').connect(${JSON.stringify(target)});
let isConnected = false;
socket.on('connect', () => {
  isConnected = true;
  socket.write(${JSON.stringify(`${secret} `)} + process.pid + '\\n');
  process.stdin.pipe(socket);
  socket.pipe(process.stdout, { end: false });
});
socket.on('error', (error) => {
  if (!isConnected) process.stderr.write('The program that plays this agent is not running any more (' + error.code + ').\\n');
  process.exit(1);
});
// What has come is written before the end.
socket.on('end', () => process.stdout.write('', () => process.exit(0)));
socket.on('close', () => process.stdout.write('', () => process.exit(0)));
process.stdin.on('error', () => socket.end());
process.stdout.on('error', () => process.exit(1));
`;
}
