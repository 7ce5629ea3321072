import { type Dialect, dialects } from '@emend/acp/protocol';
import { dialectNamed } from '../options/dialect-names.ts';

/** Returns the dialects that `--protocol` names; without it, the peer shows which ones it accepts. */
export function dialectsOfOption(protocol: string | undefined): readonly Dialect[] | undefined {
  if (protocol === undefined) return undefined;
  return protocol === 'all' ? (Object.keys(dialects) as Dialect[]) : [dialectNamed(protocol)];
}
