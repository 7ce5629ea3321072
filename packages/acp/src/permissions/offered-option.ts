import type { PermissionOption, PermissionOptionKind } from '../protocol/base/generated/permission.ts';

/** Returns the first option of the first of these kinds that is offered. */
export function firstOfKinds<Option extends Pick<PermissionOption, 'kind'>>(
  options: readonly Option[],
  kinds: readonly PermissionOptionKind[],
): Option | undefined {
  for (const kind of kinds) {
    const option = options.find((each) => each.kind === kind);
    if (option !== undefined) return option;
  }
  return undefined;
}

/**
 * Returns the option that stands for a plain yes or no: the one for this time alone, or else the one for always. For screens with two
 * buttons, whatever the agent offers.
 */
export function plainOption<Option extends Pick<PermissionOption, 'kind'>>(
  options: readonly Option[],
  decision: 'allow' | 'reject',
): Option | undefined {
  return firstOfKinds(options, [`${decision}_once`, `${decision}_always`]);
}
