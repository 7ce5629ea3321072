import { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { SessionReader } from '../session-reader.ts';
import { apply } from './apply.ts';
import { changeOf, patchOf } from './change.ts';
import { permissionAsked, promptAnswered } from './requests.ts';
import { juneRules } from './rules.ts';

/** Reads sessions in June. */
export const june: SessionReader = {
  methods,
  decode: ReceivedSessionUpdate.decode,
  configOptions: (items) => items.filter(SessionConfigOption.is),
  apply,
  rules: juneRules,
  promptAnswered,
  permissionAsked,
  isReplaying: () => false,
  changeOf,
  patchOf,
  isUsage: ({ sessionUpdate }) => sessionUpdate === 'usage_update',
  replacesUsage: () => true,
  isActivity: () => false,
  isNotice: () => false,
  isInfo: ({ sessionUpdate }) => sessionUpdate === 'session_info_update',
};
