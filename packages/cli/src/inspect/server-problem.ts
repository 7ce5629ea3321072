import { failed, Problem } from '../output/problem.ts';
import { neutralLine } from '../terminal/neutral.ts';

/** Returns what to say if the server of the page cannot be started. */
export function serverProblem(error: unknown, host: string, port: number): Problem {
  const name = neutralLine(host);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Problem(
        `Port ${port} of ${name} is in use. Give another one with --port, or leave it out for any free port.`,
      );
    case 'EACCES':
      return new Problem(
        `Port ${port} of ${name} may not be used: permission denied. Ports from 1024 on need no rights.`,
      );
    case 'EADDRNOTAVAIL':
      return new Problem(`${name} is not an address of this computer.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Problem(`There is no host named ${name}.`);
    default:
      return new Problem(failed('The page cannot be served', error));
  }
}
