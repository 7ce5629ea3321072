import type { ResponseMessage } from '../../../jsonrpc/message.ts';
import { formatIssue } from '../../../protocol/reading/issue.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { withConfigValue } from '../../../session/config-value.ts';
import { carryAnswer } from '../../answer.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import type { Asked } from '../../pairing.ts';
import { isFailure } from '../../reading.ts';
import * as june from '../june.ts';
import { toJune, toV1 } from '../rules.ts';
import type * as v1 from '../v1.ts';
import type { Memory } from './memory.ts';
import { choose, completeOptions, offerWithId } from './offers.ts';
import { settingOf } from './open-options.ts';
import type { OfferKind } from './session.ts';

const method = 'session/set_config_option';

/** Translates a request to set an option; an option made from modes or models sets the mode or model. */
export function askSetting(memory: Memory, params: june.SetSessionConfigOptionRequest, out: Outbox): Asked {
  const session = memory.session(params.sessionId);
  const kind = offerWithId(session, params.configId);
  if (kind !== undefined) return askOffer(memory, kind, params);
  const setting = settingOf(session.options, params, noting(toV1, params.sessionId, out));
  const known = session.options;
  return {
    method,
    params: setting,
    settle: (response, later) => answerSetting(memory, params, setting.value, known, response, later),
  };
}

function askOffer(memory: Memory, kind: OfferKind, params: june.SetSessionConfigOptionRequest): Asked {
  const { configId: _, value, ...rest } = params;
  const chosen = kind === 'mode' ? { modeId: value } : { modelId: value };
  return {
    method: `session/set_${kind}`,
    params: { ...rest, ...chosen },
    settle: (response) => answerOffer(memory, kind, params, response),
  };
}

/** Translates the answer to a request that set a mode or model: June expects all options. */
function answerOffer(
  memory: Memory,
  kind: OfferKind,
  params: june.SetSessionConfigOptionRequest,
  response: ResponseMessage,
): ResponseMessage {
  if (isFailure(response)) return response;
  const session = memory.session(params.sessionId);
  choose(session, kind, params.value);
  const { _meta } = (response.result ?? {}) as v1.SetSessionModeResponse;
  const result = present({ configOptions: completeOptions(session), _meta });
  return { jsonrpc: '2.0', id: response.id, result };
}

function answerSetting(
  memory: Memory,
  params: june.SetSessionConfigOptionRequest,
  value: unknown,
  known: readonly june.SessionConfigOption[],
  response: ResponseMessage,
  out: Outbox,
): ResponseMessage {
  if (isFailure(response)) return response;
  const session = memory.session(params.sessionId);
  const note = noting(toJune, params.sessionId, out);
  return carryAnswer(
    response,
    method,
    june.methods[method].result,
    note,
    (result) => {
      session.options = result.configOptions;
      const configOptions = completeOptions(session);
      return { result: configOptions === result.configOptions ? result : { ...result, configOptions } };
    },
    {
      done: 'answered with the options that are known',
      answer: (issues) => {
        const { result } = response;
        addFault(out, { type: 'malformed-result', method, issues: issues.map(formatIssue), result });
        // An update that has arrived since has the current options.
        if (session.options === known) session.options = withConfigValue(known, params.configId, value);
        return { result: { configOptions: completeOptions(session) } };
      },
    },
  );
}
