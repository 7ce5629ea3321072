import { expect, test } from 'vitest';
import { type Selection, SelectionStore } from './selection-store.ts';

const first: Selection = {
  frame: 0,
  frames: 0,
  isLive: true,
  isPlaying: false,
  speed: 1,
  view: 'session',
  filter: '',
};

function started(start: { frame?: number; session?: string } = {}) {
  const store = new SelectionStore({ ...start, view: 'session' });
  const steps: string[] = [];
  store.subscribe((step) => steps.push(step));
  return { store, steps };
}

test('[IP53] follows the end until a frame is selected, and again when asked to', () => {
  const { store } = started();
  store.grow(10, false);
  expect(store.get()).toEqual({ ...first, frame: 10, frames: 10 });
  store.select(4);
  store.grow(20, true);
  expect(store.get()).toEqual({ ...first, frame: 4, frames: 20, isLive: false });
  store.setLive(true);
  expect(store.get()).toEqual({ ...first, frame: 20, frames: 20 });
  store.setLive(false);
  store.grow(21, true);
  expect(store.get()).toEqual({ ...first, frame: 20, frames: 21, isLive: false });
});

test('[IP53] a frame of the address waits until it is read; beyond the end it is the last one', () => {
  const { store } = started({ frame: 15, session: 's2' });
  const named = { ...first, session: 's2', isLive: false };
  store.grow(10, false);
  expect(store.get()).toEqual({ ...named, frame: 15, frames: 15 });
  store.grow(12, true);
  expect(store.get()).toEqual({ ...named, frame: 12, frames: 12 });
  store.select(99);
  store.select(-3);
  expect(store.get()).toEqual({ ...named, frame: 0, frames: 12 });
});

test('[IP53] playing ends at the last frame and starts again from the first; selecting stops it', () => {
  const { store } = started();
  store.grow(3, true);
  store.setPlaying(true);
  expect(store.get()).toEqual({ ...first, frame: 0, frames: 3, isLive: false, isPlaying: true });
  store.playTo(2);
  store.playTo(3);
  expect(store.get()).toEqual({ ...first, frame: 3, frames: 3, isLive: false });
  store.playTo(1);
  expect(store.get().frame).toBe(3);
  store.setPlaying(true);
  store.select(1);
  expect(store.get()).toEqual({ ...first, frame: 1, frames: 3, isLive: false });
});

test('[IP54] links are steps of the history, moves are not, and what changes nothing tells nobody', () => {
  const { store, steps } = started();
  store.grow(9, true);
  store.select(3);
  store.select(3);
  store.goTo(5, 's1');
  store.chooseSession('s1');
  store.chooseSession('s1');
  store.setView('time');
  expect(steps).toEqual(['move', 'move', 'jump', 'jump', 'jump']);
});

test('[IP54] a link shows its session where another one was chosen, and what an address says replaces it all', () => {
  const { store } = started();
  store.grow(9, true);
  store.goTo(5, 's1');
  expect(store.get()).toEqual({ ...first, frame: 5, frames: 9, isLive: false });
  store.chooseSession('s2');
  store.goTo(6, 's1');
  expect(store.get()).toEqual({ ...first, frame: 6, frames: 9, isLive: false, session: 's1' });
  store.restore({ view: 'bridge' });
  expect(store.get()).toEqual({ ...first, frame: 9, frames: 9, view: 'bridge' });
  store.restore({ view: 'session', frame: 2, session: 's2' });
  expect(store.get()).toEqual({ ...first, frame: 2, frames: 9, isLive: false, session: 's2' });
});
