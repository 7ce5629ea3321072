import { patched } from '../reduce/patch.ts';
import { reportItem } from '../reduce/unknown-tag.ts';
import type { UpdateRules } from '../reduce/update-rules.ts';
import { isFinal } from '../tool-call.ts';

/** The rules of June: `_meta` is replaced as a whole, an id names one message, and a tool call is completed or failed when it is finished. */
export const juneRules: UpdateRules = {
  patchMeta: patched,
  isFinal,
  hasOneIdSpace: true,
  keepsCost: false,
  hasToolDetails: false,
  reopensByStatus: false,
  announcesByPermission: false,
  reportItem,
  isOfTurn: () => true,
};
