import { alias, bareRecord, codes, record, requestId, type Topic } from '../../language.ts';

/** The notification that takes back a request. June does not have it. */
export const cancelRequest = record('Takes back a request of the sender. Either side may send it.', {
  requestId: ['RequestId', 'Id of the request.'],
});

/** JSON-RPC itself. Every dialect has these types. */
export const rpc = {
  RequestId: requestId('Connects a response with its request. Unique among the open requests of a side.'),
  ErrorCode: codes('Why a request failed. JSON-RPC reserves some codes, ACP adds two, and all others are free.', {
    parseError: [-32700, 'The text was not valid JSON.'],
    invalidRequest: [-32600, 'The JSON was not a valid request.'],
    methodNotFound: [-32601, 'The method does not exist or is not supported.'],
    invalidParams: [-32602, 'The params do not fit the method.'],
    internalError: [-32603, 'The handler failed.'],
    authenticationRequired: [-32000, 'The client has to authenticate first.'],
    resourceNotFound: [-32002, 'What the request names, such as a session, does not exist.'],
  }),
  Error: bareRecord('The answer to a request that failed.', {
    code: ['ErrorCode', 'Why the request failed, for programs.'],
    message: ['string', 'Why the request failed, in one short sentence.'],
    'data?': ['any', 'Details of the failure.'],
  }),
  ExtRequest: alias('Params of a request that the protocol does not define.', 'any'),
  ExtResponse: alias('Result of a request that the protocol does not define.', 'any'),
  ExtNotification: alias('Params of a notification that the protocol does not define.', 'any'),
} satisfies Topic;
