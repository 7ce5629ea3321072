import { type LocalService, localServices } from '@emend/acp/node';
import { InvalidArgumentError, Option } from 'commander';

function isService(name: string): name is LocalService {
  return (localServices as readonly string[]).includes(name);
}

function readServices(text: string): readonly LocalService[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isService(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not one of ${localServices.join(', ')}.`);
  return names.filter(isService);
}

/** Returns the option `--serve`: what the bridge offers to a v1 agent in place of a v2 client. */
export function serveOption(): Option {
  return new Option(
    '--serve <what>',
    'serve files, terminals or both (files,terminals) to a v1 agent whose client speaks v2',
  ).argParser(readServices);
}
