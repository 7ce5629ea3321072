import { closed, type Topic } from '../../language.ts';
import { permission as base } from '../base/permission.ts';

/** Permission requests in v1. */
export const permission = {
  PermissionOptionKind: closed(base.PermissionOptionKind),
} satisfies Topic;
