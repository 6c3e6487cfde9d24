import { Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { lazyPage, type Page, preloadPage } from './lazy-page.ts';

let root: Root | undefined;

afterEach(() => root?.unmount());

function firstCommitOf(Shown: Page): string {
  const container = document.createElement('div');
  const created = createRoot(container);
  root = created;
  flushSync(() =>
    created.render(
      <Suspense fallback="loading">
        <Shown />
      </Suspense>,
    ),
  );
  return container.textContent;
}

const newPage = (): Page => lazyPage(() => Promise.resolve({ Terms: () => 'terms' }), 'Terms');

test('a preloaded page is rendered in the first commit', async () => {
  const page = newPage();
  await preloadPage(page);
  expect(firstCommitOf(page)).toBe('terms');
});

test('a page that is not loaded yet is replaced by the fallback', () => {
  expect(firstCommitOf(newPage())).toBe('loading');
});
