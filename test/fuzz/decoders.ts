import { findWarnings, formatIssue, formatWarning, type MethodDefinition, type TypeReader } from '@emend/acp/protocol';
import * as v2 from '@emend/acp/protocol/june';
import * as v1 from '@emend/acp/protocol/v1';
import { mutatedAnywhere } from './mutation.ts';
import { conversations, partsOf, updateStreams } from './seeds.ts';
import { valueShaped } from './shape-values.ts';
import { type FuzzTarget, must } from './target.ts';

/** What every message of either version is read by. */
export const readers: readonly TypeReader[] = [v1.methods, v2.methods].flatMap((methods) =>
  Object.values(methods as unknown as Record<string, MethodDefinition>).flatMap(({ params, result }) =>
    result === undefined ? [params] : [params, result],
  ),
);
const seeds = [
  ...conversations.flatMap(({ said }) => said.map(({ message }) => message)),
  ...updateStreams.flat(),
].flatMap(partsOf);

/** A type, by its place among the readers, and a value to read as it. */
interface DecoderInput {
  readonly reader: number;
  readonly value: unknown;
}

/** Every decoder: it never throws, agrees with its guard, and hands out what it was given. */
export const decoders: FuzzTarget<DecoderInput> = {
  name: 'decoders',
  cases: 6_000,
  make(chance) {
    const reader = chance.between(0, readers.length - 1);
    // Something else altogether is refused at once; what almost fits is read to the end.
    let value = chance.percent(10) ? chance.pick(seeds) : valueShaped((readers[reader] as TypeReader).shape, chance);
    for (let times = chance.between(0, 3); times > 0; times--) value = mutatedAnywhere(value, chance, seeds);
    return { reader, value };
  },
  run({ reader: index, value }) {
    const reader = readers[index % readers.length] as TypeReader;
    const before = JSON.stringify(value);
    const strict = reader.decode(value);
    const lenient = reader.decode(value, 'lenient');
    must(reader.is(value) === strict.ok, `${reader.name}: guard and decoder disagree`);
    must(JSON.stringify(value) === before, `${reader.name}: reading has changed the value`);
    if (strict.ok) {
      must(strict.value === value, `${reader.name}: what was accepted is a copy`);
      must(lenient.ok && lenient.repairs.length === 0, `${reader.name}: lenient repairs what strict accepts`);
      for (const warning of findWarnings(reader.shape, value)) formatWarning(warning);
    } else {
      must(strict.issues.length > 0, `${reader.name}: refused without an issue`);
      for (const issue of strict.issues)
        must(!formatIssue(issue).includes('\n'), `${reader.name}: an issue of two lines`);
    }
    if (lenient.ok) must(reader.is(lenient.value), `${reader.name}: what was repaired is still wrong`, lenient.value);
  },
};
