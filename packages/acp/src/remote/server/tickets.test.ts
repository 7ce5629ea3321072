import { expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import { TICKET_LIMITS, Tickets } from './tickets.ts';

function ticketOffice() {
  const clock = new ManualClock();
  let last = 0;
  return { clock, tickets: new Tickets(clock, () => `t${++last}`) };
}

test('[W45] a ticket works once', () => {
  const { tickets } = ticketOffice();
  expect(tickets.issue('ann')).toBe('t1');
  expect(tickets.issue('bob')).toBe('t2');
  expect(['t2', 't1', 't1', 't2', 't3', ''].map((ticket) => tickets.redeem(ticket))).toEqual([
    'bob',
    'ann',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[W45] a ticket works for 30 seconds', () => {
  const { clock, tickets } = ticketOffice();
  tickets.issue('ann');
  clock.advance(10_000);
  tickets.issue('bob');
  clock.advance(19_999);
  expect(tickets.redeem('t1')).toBe('ann');
  clock.advance(10_000);
  expect(tickets.redeem('t2')).toBe('bob');
  tickets.issue('cid');
  clock.advance(30_000);
  expect(tickets.redeem('t3')).toBeUndefined();
});

test('[W46] a principal has at most 64 unused tickets', () => {
  const { clock, tickets } = ticketOffice();
  for (let count = 1; count <= TICKET_LIMITS.perPrincipal; count += 1) expect(tickets.issue('ann')).toBe(`t${count}`);
  expect(tickets.issue('ann')).toBeUndefined();
  expect(tickets.issue('bob')).toBe('t65');
  tickets.redeem('t7');
  expect(tickets.issue('ann')).toBe('t66');
  expect(tickets.issue('ann')).toBeUndefined();
  clock.advance(30_000);
  expect(tickets.issue('ann')).toBe('t67');
});

test('[W46] there are at most 1,024 unused tickets', () => {
  const { tickets } = ticketOffice();
  for (let count = 1; count <= TICKET_LIMITS.all; count += 1) expect(tickets.issue(`p${count}`)).toBe(`t${count}`);
  expect(tickets.issue('ann')).toBeUndefined();
  tickets.redeem('t1');
  expect(tickets.issue('ann')).toBe('t1025');
});
