import { act, cleanup, render } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { commonEvents, useCommon } from '#state/common.ts';
import { optionalPart } from '#shared/lib/optional-part.ts';
import { neededPart } from './lazy-part.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  commonEvents.pageWaitEnded();
});

function showBeside(Part: ComponentType): () => string {
  const { container } = render(
    <>
      page,
      <Suspense fallback="loading">
        <Part />
      </Suspense>
    </>,
  );
  return () => container.textContent;
}

test('an optional part that cannot be loaded is omitted', async () => {
  const shown = showBeside(
    optionalPart(() => Promise.reject<{ Part: ComponentType }>(new TypeError('offline')), 'Part'),
  );
  expect(shown()).toBe('page,loading');
  await vi.waitFor(() => expect(shown()).toBe('page,'));
});

test('a required part appears when the network is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const load = vi.fn<() => Promise<{ Part: ComponentType }>>(async () => ({ Part: () => 'part' }));
  load.mockRejectedValueOnce(new TypeError('offline'));
  const shown = showBeside(neededPart(load, 'Part'));
  await vi.waitFor(() => expect(useCommon.getState().isPageWaiting).toBe(true));
  expect(shown()).toBe('page,loading');
  await act(async () => {
    dispatchEvent(new Event('online'));
  });
  await vi.waitFor(() => expect(shown()).toBe('page,part'));
  expect(useCommon.getState().isPageWaiting).toBe(false);
});
