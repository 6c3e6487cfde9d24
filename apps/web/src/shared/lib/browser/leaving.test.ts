import { afterEach, expect, test, vi } from 'vitest';
import { isLeaving, isReload, markLeaving, unwatchLeaving, watchLeaving } from './leaving.ts';

afterEach(() => {
  delete document.documentElement.dataset['leaving'];
  vi.restoreAllMocks();
});

test('a page counts as being left for ten seconds', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  expect(isLeaving()).toBe(false);
  markLeaving();
  expect(isLeaving()).toBe(true);
  now.mockReturnValue(10_999);
  expect(isLeaving()).toBe(true);
  now.mockReturnValue(11_000);
  expect(isLeaving()).toBe(false);
});

test('a page is watched until each watcher has stopped', () => {
  watchLeaving();
  watchLeaving();
  unwatchLeaving();
  expect(globalThis.onbeforeunload).toBe(markLeaving);
  markLeaving();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(isLeaving()).toBe(true);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(isLeaving()).toBe(false);
  unwatchLeaving();
  expect(globalThis.onbeforeunload).toBeNull();
});

test('a page knows whether the browser reloaded it', () => {
  const entries = vi.spyOn(performance, 'getEntriesByType');
  for (const [types, expected] of [
    [[], false],
    [['navigate'], false],
    [['reload'], true],
  ] as const) {
    entries.mockReturnValue(
      types.map((type) => ({
        type,
        name: '',
        entryType: 'navigation',
        startTime: 0,
        duration: 0,
        toJSON: () => ({}),
      })),
    );
    expect(isReload()).toBe(expected);
  }
});
