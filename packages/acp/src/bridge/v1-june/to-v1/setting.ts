import type { RequestMessage } from '../../../jsonrpc/message.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { formatIssue } from '../../../protocol/reading/issue.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { withConfigValue } from '../../../session/config-value.ts';
import { type Answer, carryAnswer } from '../../answer.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import type { Asked } from '../../pairing.ts';
import { isFailure } from '../../reading.ts';
import * as june from '../june.ts';
import { toJune } from '../rules.ts';
import type * as v1 from '../v1.ts';
import { carryOptions, optionOf, rememberOptions, wordFor } from './config-options.ts';
import type { Crossing } from './crossing.ts';
import type { Memory } from './memory.ts';

const method = 'session/set_config_option';

type Request = june.SetSessionConfigOptionRequest;
type Response = june.SetSessionConfigOptionResponse;

/** Returns a request that sets an option; `carry` translates the options in its answer, and `value` is what the option then has. */
function ask(
  memory: Memory,
  params: Request,
  carry: (crossing: Crossing, response: Response) => Answer,
  value: unknown = params.value,
): Asked {
  const { sessionId, configId } = params;
  const known = memory.session(sessionId).options;
  return {
    method,
    params,
    settle(response, out) {
      if (isFailure(response)) return response;
      const crossing = memory.crossing(sessionId, out);
      const reader = june.methods[method].result;
      return carryAnswer(response, method, reader, crossing.note, (result) => carry(crossing, result), {
        done: 'answered with the options that are known',
        answer(issues) {
          const { result } = response;
          addFault(out, { type: 'malformed-result', method, issues: issues.map(formatIssue), result });
          const { options } = crossing.session;
          // An update that has arrived since has the current options.
          return carry(crossing, {
            configOptions: options === known ? withConfigValue(known, configId, value) : options,
          });
        },
      });
    },
  };
}

function answerSetting(crossing: Crossing, response: Response): Answer {
  rememberOptions(crossing, response.configOptions);
  return { result: { ...response, configOptions: carryOptions(response.configOptions, crossing) } };
}

/** Translates a request to set an option; a switch is set by a word, since June has only strings as values. */
export function askSetting(memory: Memory, params: v1.SetSessionConfigOptionRequest, out: Outbox): Asked {
  if (typeof params.value === 'string') return ask(memory, params as Request, answerSetting);
  const { type: _, value: isOn, ...rest } = params;
  const option = memory.session(rest.sessionId).options.find(({ id }) => id === rest.configId);
  const value = wordFor(option, isOn);
  const note = noting(toJune, rest.sessionId, out);
  note({ kind: 'repair', rule: 'config-value', path: 'value', lost: isOn, done: `set to ${value}` });
  return ask(memory, { ...rest, value }, answerSetting, option?.type === 'boolean' ? isOn : value);
}

/** Translates the answer to a mode or model that was set: the options in it are sent as an update. */
function answerChoice(crossing: Crossing, { configOptions, _meta }: Response, modeId?: string): Answer {
  const carried = carryOptions(configOptions, crossing);
  crossing.send({ sessionUpdate: 'config_option_update', configOptions: carried });
  rememberOptions(crossing, configOptions, modeId);
  return { result: present({ _meta }) };
}

/** Translates a request to set the mode. */
export function askMode(memory: Memory, { modeId, ...rest }: v1.SetSessionModeRequest): Asked {
  const option = optionOf('mode', memory.session(rest.sessionId).options);
  if (option === undefined) return { error: { code: -32602, message: 'The agent has no modes in this session' } };
  const params = { ...rest, configId: option.id, value: modeId };
  return ask(memory, params, (crossing, response) => answerChoice(crossing, response, modeId));
}

/** Translates a request to set the model, which v1 clients know and no dialect has; `undefined` if there is no such option. */
export function askModel(memory: Memory, request: RequestMessage): Asked | undefined {
  const { sessionId, modelId: value, ...rest } = isObject(request.params) ? request.params : {};
  if (typeof sessionId !== 'string' || typeof value !== 'string') return undefined;
  const option = optionOf('model', memory.session(sessionId).options);
  if (option === undefined) return undefined;
  return ask(memory, { sessionId, ...rest, configId: option.id, value }, answerChoice);
}
