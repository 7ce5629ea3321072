import { expect, test } from 'vitest';
import { request } from '../../test-support/served.ts';
import { chosenSubprotocol, offeredSubprotocols, resumePointOf } from './subprotocols.ts';

const offered = (header: string) => offeredSubprotocols(request({ headers: { 'sec-websocket-protocol': header } }));

test.each([
  ['', undefined],
  ['acp', 'acp'],
  ['other,acp', 'acp'],
  ['acp.bearer.abc, acp', 'acp'],
  ['acp.bearer.abc', undefined],
  ['acp.resume.x.1', undefined],
  ['acp.bearer.abc,other , acp.resume.x.1,another', 'other'],
])('[RE42] of %j the server chooses %j', (header, chosen) => {
  expect(chosenSubprotocol(offered(header))).toBe(chosen);
});

test.each([
  ['acp', undefined],
  ['acp, acp.resume.abc.0', { id: 'abc', received: 0 }],
  ['acp.resume.a.b-c.1234', { id: 'a.b-c', received: 1234 }],
  [`acp.resume.a.${Number.MAX_SAFE_INTEGER}`, { id: 'a', received: Number.MAX_SAFE_INTEGER }],
  [`acp.resume.a.${Number.MAX_SAFE_INTEGER + 1}`, 'malformed'],
  ['acp.resume.abc', 'malformed'],
  ['acp.resume.abc.', 'malformed'],
  ['acp.resume..1', 'malformed'],
  ['acp.resume.abc.01', 'malformed'],
  ['acp.resume.abc.-1', 'malformed'],
  ['acp.resume.abc.1e3', 'malformed'],
  ['acp.resume.', 'malformed'],
  ['acp.resume.abc.1, acp.resume.abc.2', 'malformed'],
])('[RE43] %j goes on at %j', (header, point) => {
  expect(resumePointOf(offered(header))).toEqual(point);
});
