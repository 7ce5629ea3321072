import { jsonText } from './json-text.ts';
import type { RpcError } from './rpc-error.ts';

/** Returns the text of a request. */
export function requestText(id: number, method: string, params: unknown): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${paramsText(params)}}`;
}

/** Returns the text of a notification. */
export function notificationText(method: string, params: unknown): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)}${paramsText(params)}}`;
}

/** Returns the text of a response with a result; the id is given as JSON text, so that it goes back exactly as it came. */
export function resultText(idText: string, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${idText},"result":${jsonText(result) ?? 'null'}}`;
}

/** Returns the text of a response with an error; data that cannot be written as JSON is left out. */
export function errorText(idText: string, error: RpcError): string {
  return `{"jsonrpc":"2.0","id":${idText},"error":${errorObjectText(error)}}`;
}

function errorObjectText({ code, message, data }: RpcError): string {
  try {
    return JSON.stringify({ code, message, data });
  } catch {
    return JSON.stringify({ code, message });
  }
}

function paramsText(params: unknown): string {
  const text = jsonText(params);
  return text === undefined ? '' : `,"params":${text}`;
}
