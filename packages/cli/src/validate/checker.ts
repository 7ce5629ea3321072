import {
  type DialectDefinition,
  deepestMessage,
  describeFound,
  findWarnings,
  isObject,
  isWritableMessage,
  type JsonObject,
  type MethodDefinition,
  type OpenRequest,
  OpenRequests,
  otherSide,
  type PathStep,
  type Reading,
  type Side,
  type TypeReader,
} from '@emend/acp/protocol';
import { RequestId, Error as RpcFailure } from '@emend/acp/protocol/june';
import { doubt, type Finding, mismatch } from './finding.ts';

/** Who sent a message, where that is known. */
type Sender = Side | undefined;

/** The update tags that are an open proposal, not part of a draft. */
const proposedTags: ReadonlySet<unknown> = new Set(['agent_message_clear', 'agent_thought_clear']);

/** A peer that never answers must not exhaust memory. */
const limits = { ids: 100_000, perId: 16 };

interface Asked extends OpenRequest {
  readonly definition: MethodDefinition | undefined;
}

/** Checks the messages of one conversation, in their order. */
export class Checker {
  readonly #dialect: DialectDefinition;
  readonly #reading: Reading;
  readonly #open = new OpenRequests<Asked>(limits);
  #findings: Finding[] = [];

  constructor(dialect: DialectDefinition, reading: Reading) {
    this.#dialect = dialect;
    this.#reading = reading;
  }

  /** What is to say of the next message; `from` where a recording tells the sender. */
  check(message: unknown, from: Sender): readonly Finding[] {
    this.#findings = [];
    if (!isWritableMessage(message)) {
      this.#say(
        mismatch(
          [],
          `value nested at most ${deepestMessage} levels deep`,
          'deeper nesting, which could not be written again',
        ),
      );
    } else if (Array.isArray(message)) this.#batch(message, from);
    else this.#message(message, from, []);
    return this.#findings;
  }

  #say(finding: Finding): void {
    this.#findings.push(finding);
  }

  #batch(messages: readonly unknown[], from: Sender): void {
    if (!this.#dialect.hasBatches) this.#say(doubt([], 'a batch of messages; v1 does not mention batches'));
    if (messages.length === 0) this.#say(mismatch([], 'a batch with at least one message', 'an empty array'));
    for (const [index, message] of messages.entries()) this.#message(message, from, [index]);
  }

  #message(message: unknown, from: Sender, at: readonly PathStep[]): void {
    if (!isObject(message)) {
      this.#say(mismatch(at, 'object', describeFound(message)));
      return;
    }
    if (message['jsonrpc'] !== '2.0')
      this.#say(mismatch([...at, 'jsonrpc'], '"2.0"', describeFound(message['jsonrpc'])));
    if (message['method'] !== undefined) this.#call(message, from, at);
    else if (message['result'] !== undefined || message['error'] !== undefined) this.#response(message, from, at);
    else
      this.#say(
        mismatch(at, 'request, notification or response', 'object with neither "method" nor "result" nor "error"'),
      );
  }

  #call(message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    const { id, method } = message;
    if (id !== undefined && !RequestId.is(id))
      this.#say(mismatch([...at, 'id'], 'string, integer or null', describeFound(id)));
    if (typeof method !== 'string') {
      this.#say(mismatch([...at, 'method'], 'string', describeFound(method)));
      return;
    }
    const definition = Object.hasOwn(this.#dialect.methods, method) ? this.#dialect.methods[method] : undefined;
    if (method === '$/cancel_request') this.#cancelRequest(message, at);
    else if (definition === undefined) this.#unknownMethod(method, at);
    else this.#knownMethod(definition, message, from, at);
    if (id !== undefined && RequestId.is(id)) this.#remember(id, { definition, asker: askerOf(definition, from) }, at);
  }

  /** JSON-RPC's own cancel, which no version of the protocol lists. */
  #cancelRequest({ params }: JsonObject, at: readonly PathStep[]): void {
    if (!isObject(params)) this.#say(mismatch([...at, 'params'], 'object', describeFound(params)));
    else if (!RequestId.is(params['requestId']))
      this.#say(
        mismatch([...at, 'params', 'requestId'], 'string, integer or null', describeFound(params['requestId'])),
      );
  }

  #unknownMethod(method: string, at: readonly PathStep[]): void {
    if (method.startsWith('_')) return;
    this.#say(
      doubt(
        [...at, 'method'],
        `"${method.slice(0, 80)}" is not a method of v${this.#dialect.protocolVersion}; one of one's own begins with "_" (B10)`,
      ),
    );
  }

  #knownMethod(definition: MethodDefinition, message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    if (definition.handledBy === from) {
      this.#say(doubt([...at, 'method'], `"${definition.name}" is handled by the ${from}, which sent it`));
    }
    if (definition.kind === 'request' && message['id'] === undefined) {
      this.#say(mismatch([...at, 'id'], 'string, integer or null', 'nothing'));
    } else if (definition.kind === 'notification' && message['id'] !== undefined) {
      this.#say(doubt([...at, 'id'], `"${definition.name}" is a notification, which takes no id`));
    }
    const isUpdate = definition.name === 'session/update';
    const reader = isUpdate ? this.#dialect.sessionUpdate : definition.params;
    // Where every field may be omitted, so may the params.
    const isEmpty = message['params'] === undefined || message['params'] === null;
    const params = isEmpty && reader.is({}) ? {} : message['params'];
    this.#value(reader, params, [...at, 'params']);
    if (isUpdate) this.#proposals(params, at);
  }

  #proposals(params: unknown, at: readonly PathStep[]): void {
    const update = isObject(params) ? params['update'] : undefined;
    const tag = isObject(update) ? update['sessionUpdate'] : undefined;
    if (!proposedTags.has(tag)) return;
    const path = [...at, 'params', 'update', 'sessionUpdate'];
    this.#say(doubt(path, `"${tag}" is an open proposal, not part of the draft; receivers may ignore it`));
  }

  #remember(id: RequestId, request: Asked, at: readonly PathStep[]): void {
    const earlier = this.#open.add(id, request);
    if (earlier !== undefined)
      this.#say(doubt([...at, 'id'], 'the same sender has another request open with this id (B5)'));
  }

  #response(message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    const { id, result, error } = message;
    if (!RequestId.is(id)) this.#say(mismatch([...at, 'id'], 'string, integer or null', describeFound(id)));
    if (result !== undefined && error !== undefined)
      this.#say(mismatch([...at, 'error'], 'nothing beside a result', describeFound(error)));
    const answer = error === undefined ? { result } : {};
    const request = RequestId.is(id) ? this.#open.takeAnswered({ id, ...answer }, from, this.#reading) : undefined;
    // An error with a null id answers what could not be read well enough to have one.
    if (request === undefined && RequestId.is(id) && !(id === null && error !== undefined)) {
      this.#say(doubt([...at, 'id'], 'no open request with this id was seen'));
    }
    if (error !== undefined) this.#value(RpcFailure, error, [...at, 'error']);
    else if (request?.definition?.result !== undefined)
      this.#value(request.definition.result, result, [...at, 'result']);
  }

  #value(reader: TypeReader, value: unknown, at: readonly PathStep[]): void {
    const decoded = reader.decode(value, this.#reading);
    if (!decoded.ok) {
      for (const issue of decoded.issues) this.#say(mismatch([...at, ...issue.path], issue.expected, issue.found));
      return;
    }
    for (const repair of decoded.repairs) {
      const reads = repair.repair === 'skipped' ? 'skipped' : `read as ${repair.repair}`;
      this.#say(doubt([...at, ...repair.path], `expected ${repair.expected}, found ${repair.found}; ${reads}`));
    }
    for (const warning of findWarnings(reader.shape, decoded.value)) {
      this.#say(doubt([...at, ...warning.path], `${warning.message} (${warning.requirement})`));
    }
  }
}

function askerOf(definition: MethodDefinition | undefined, from: Sender): Sender {
  return from ?? (definition && otherSide(definition.handledBy));
}
