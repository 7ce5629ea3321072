import { alias, bareRecord, codes, requestId, type Topic } from '../../language.ts';

/** JSON-RPC itself, alike in both versions. */
export const rpc: Topic = {
  RequestId: requestId('What ties a response to its request; unique among the requests a side has open.'),
  ErrorCode: codes('Why a request failed; JSON-RPC reserves some codes, ACP adds two, the rest is free.', {
    parseError: [-32700, 'The text was not JSON.'],
    invalidRequest: [-32600, 'The JSON was not a request.'],
    methodNotFound: [-32601, 'Nobody handles this method here.'],
    invalidParams: [-32602, 'The params do not fit the method.'],
    internalError: [-32603, 'The handler failed.'],
    authenticationRequired: [-32000, 'Authenticate first.'],
    resourceNotFound: [-32002, 'What the request names, such as a session, does not exist.'],
  }),
  Error: bareRecord('The answer to a request that failed.', {
    code: ['ErrorCode', 'Why it failed, for programs.'],
    message: ['string', 'Why it failed, in one short sentence for people.'],
    'data?': ['any', 'Whatever else helps to understand the failure.'],
  }),
  ExtRequest: alias('Params of a request that the protocol does not define.', 'any'),
  ExtResponse: alias('Result of a request that the protocol does not define.', 'any'),
  ExtNotification: alias('Params of a notification that the protocol does not define.', 'any'),
};
