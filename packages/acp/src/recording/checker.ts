import { type RequestId, Error as RpcFailure } from '../protocol/base/generated/rpc.ts';
import type { DialectDefinition } from '../protocol/dialect.ts';
import { type OpenRequest, OpenRequests } from '../protocol/open-requests.ts';
import type { Reading } from '../protocol/reading/decode.ts';
import { describeFound } from '../protocol/reading/found.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import type { PathStep } from '../protocol/reading/issue.ts';
import { type MethodDefinition, senderOf, type TypeReader } from '../protocol/reading/method.ts';
import { deepestMessage, isWritableMessage } from '../protocol/reading/nesting.ts';
import { findWarnings } from '../protocol/reading/warning.ts';
import type { Side } from '../protocol/side.ts';
import { type Finding, mismatchAt, warningAt } from './finding.ts';
import type { InputLine } from './input-line.ts';
import { Restarts } from './restarts.ts';

/** Who sent a message, if that is known. */
type Sender = Side | undefined;

/** The update tags that are an open proposal, not part of a draft. */
const proposedTags: ReadonlySet<unknown> = new Set(['agent_message_clear', 'agent_thought_clear']);

/** A peer that never answers must not exhaust memory. */
const limits = { ids: 100_000, perId: 16 };

const nothing: readonly Finding[] = Object.freeze([]);
const nowhere: readonly PathStep[] = Object.freeze([]);

interface Asked extends OpenRequest {
  readonly definition: MethodDefinition | undefined;
}

/** Checks the messages of one conversation, in order. */
export class Checker {
  readonly #dialect: DialectDefinition;
  readonly #reading: Reading;
  readonly #open = new OpenRequests<Asked>(limits);
  readonly #restarts = new Restarts();
  #findings: Finding[] = [];

  constructor(dialect: DialectDefinition, reading: Reading) {
    this.#dialect = dialect;
    this.#reading = reading;
  }

  /** Returns the findings about the next message; `from` is its sender if a recording names it. */
  check(message: unknown, from: Sender): readonly Finding[] {
    if (!isWritableMessage(message)) {
      this.#report(
        mismatchAt(
          [],
          `value nested at most ${deepestMessage} levels deep`,
          'deeper nesting, which could not be written again',
        ),
      );
    } else if (Array.isArray(message)) this.#batch(message, from);
    else this.#message(message, from, nowhere);
    // Nothing is wrong with most messages.
    if (this.#findings.length === 0) return nothing;
    const found = this.#findings;
    this.#findings = [];
    return found;
  }

  #report(finding: Finding): void {
    this.#findings.push(finding);
  }

  #isId(id: unknown): id is RequestId {
    return this.#dialect.requestId.is(id);
  }

  get #idWords(): string {
    return this.#isId(null) ? 'string, integer or null' : 'string or integer';
  }

  #batch(messages: readonly unknown[], from: Sender): void {
    const { batches, title } = this.#dialect;
    if (batches === 'unmentioned') this.#report(warningAt([], `${title} does not mention batches of messages`));
    if (batches === 'refused') this.#report(mismatchAt([], 'one message', `a batch, which ${title} does not have`));
    if (messages.length === 0) this.#report(mismatchAt([], 'a batch with at least one message', 'an empty array'));
    for (const [index, message] of messages.entries()) this.#message(message, from, [index]);
  }

  #message(message: unknown, from: Sender, at: readonly PathStep[]): void {
    if (!isObject(message)) {
      this.#report(mismatchAt(at, 'object', describeFound(message)));
      return;
    }
    if (message['jsonrpc'] !== '2.0')
      this.#report(mismatchAt([...at, 'jsonrpc'], '"2.0"', describeFound(message['jsonrpc'])));
    if (message['method'] !== undefined) this.#call(message, from, at);
    else if (message['result'] !== undefined || message['error'] !== undefined) this.#response(message, from, at);
    else
      this.#report(
        mismatchAt(at, 'request, notification or response', 'object with neither "method" nor "result" nor "error"'),
      );
  }

  #call(message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    const { id, method } = message;
    if (id !== undefined && !this.#isId(id)) this.#report(mismatchAt([...at, 'id'], this.#idWords, describeFound(id)));
    if (typeof method !== 'string') {
      this.#report(mismatchAt([...at, 'method'], 'string', describeFound(method)));
      return;
    }
    const definition = Object.hasOwn(this.#dialect.methods, method) ? this.#dialect.methods[method] : undefined;
    if (definition === undefined && method === '$/cancel_request') this.#cancelRequest(message, at);
    else if (definition === undefined) this.#unknownMethod(method, at);
    else this.#knownMethod(definition, message, from, at);
    if (id === undefined || !this.#isId(id)) return;
    // An agent that was started again knows nothing of earlier requests, and its client may count from the start.
    if (this.#restarts.isRestart(method)) this.#open.takeAll();
    this.#remember(id, { definition, asker: askerOf(definition, from) }, at);
  }

  /** The cancellation of a request, in a dialect that does not list it among its methods. */
  #cancelRequest({ params }: JsonObject, at: readonly PathStep[]): void {
    if (!isObject(params)) this.#report(mismatchAt([...at, 'params'], 'object', describeFound(params)));
    else if (!this.#isId(params['requestId']))
      this.#report(mismatchAt([...at, 'params', 'requestId'], this.#idWords, describeFound(params['requestId'])));
  }

  #unknownMethod(method: string, at: readonly PathStep[]): void {
    if (method.startsWith('_')) return;
    this.#report(
      warningAt(
        [...at, 'method'],
        `"${method.slice(0, 80)}" is not a method of ${this.#dialect.title}; methods of extensions begin with "_"`,
      ),
    );
  }

  #knownMethod(definition: MethodDefinition, message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    if (definition.handledBy === from) {
      this.#report(warningAt([...at, 'method'], `"${definition.name}" is handled by the ${from}, which sent it`));
    }
    if (definition.kind === 'request' && message['id'] === undefined) {
      this.#report(mismatchAt([...at, 'id'], this.#idWords, 'nothing'));
    } else if (definition.kind === 'notification' && message['id'] !== undefined) {
      this.#report(warningAt([...at, 'id'], `"${definition.name}" is a notification, which takes no id`));
    }
    const isUpdate = definition.name === 'session/update';
    const reader = isUpdate ? this.#dialect.sessionUpdate : definition.params;
    // If every field may be omitted, so may the params.
    const isEmpty = message['params'] === undefined || message['params'] === null;
    const params = isEmpty && reader.is({}) ? {} : message['params'];
    this.#value(reader, params, at, 'params');
    if (isUpdate) this.#proposals(params, at);
  }

  #proposals(params: unknown, at: readonly PathStep[]): void {
    const update = isObject(params) ? params['update'] : undefined;
    const tag = isObject(update) ? update['sessionUpdate'] : undefined;
    if (!proposedTags.has(tag)) return;
    const path = [...at, 'params', 'update', 'sessionUpdate'];
    this.#report(warningAt(path, `"${tag}" is an open proposal, not part of the draft; receivers may ignore it`));
  }

  #remember(id: RequestId, request: Asked, at: readonly PathStep[]): void {
    const earlier = this.#open.add(id, request);
    if (earlier !== undefined)
      this.#report(warningAt([...at, 'id'], 'the same sender has another open request with this id'));
  }

  #response(message: JsonObject, from: Sender, at: readonly PathStep[]): void {
    const { id, result, error } = message;
    // An error with a null id answers a message whose id could not be read.
    const answersNothing = id === null && error !== undefined;
    if (!this.#isId(id) && !answersNothing) this.#report(mismatchAt([...at, 'id'], this.#idWords, describeFound(id)));
    if (result !== undefined && error !== undefined)
      this.#report(mismatchAt([...at, 'error'], 'nothing beside a result', describeFound(error)));
    const answer = error === undefined ? { result } : {};
    const request = this.#isId(id) ? this.#open.takeAnswered({ id, ...answer }, from, this.#reading) : undefined;
    if (request === undefined && this.#isId(id) && !answersNothing) {
      this.#report(warningAt([...at, 'id'], 'no open request with this id was seen'));
    }
    this.#restarts.answered(request?.definition?.name, error !== undefined);
    if (error !== undefined) this.#value(RpcFailure, error, at, 'error');
    else if (request?.definition?.result !== undefined) this.#value(request.definition.result, result, at, 'result');
  }

  #value(reader: TypeReader, value: unknown, at: readonly PathStep[], field: string): void {
    const decoded = reader.decode(value, this.#reading);
    if (!decoded.ok) {
      for (const { path, expected, found } of decoded.issues)
        this.#report(mismatchAt([...at, field, ...path], expected, found));
      return;
    }
    for (const repair of decoded.repairs) {
      const reads = repair.repair === 'skipped' ? 'skipped' : `read as ${repair.repair}`;
      this.#report(
        warningAt([...at, field, ...repair.path], `expected ${repair.expected}, found ${repair.found}; ${reads}`),
      );
    }
    for (const warning of findWarnings(reader.shape, decoded.value)) {
      this.#report(warningAt([...at, field, ...warning.path], warning.message));
    }
  }
}

function askerOf(definition: MethodDefinition | undefined, from: Sender): Sender {
  return from ?? (definition && senderOf(definition));
}

/** Returns the findings about a line, whatever it is. */
export function lineFindings(line: InputLine, checker: Checker): readonly Finding[] {
  switch (line.kind) {
    case 'message':
      return checker.check(line.message, line.entry?.from === 'stderr' ? undefined : line.entry?.from);
    case 'problem':
      return [mismatchAt([], line.expected, line.found)];
    case 'warning':
      return [warningAt([], line.warning)];
    case 'text':
      return line.entry.from === 'stderr'
        ? []
        : [warningAt([], `the ${line.entry.from} wrote a line that is not a message`)];
  }
}
