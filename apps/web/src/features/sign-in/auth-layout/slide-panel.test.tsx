import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLocale } from '#shared/i18n/i18n.ts';
import { renderUi } from '#shared/test/render-ui.tsx';
import { SlidePanel } from './slide-panel.tsx';

type Entry = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>;

let observed = new Set<Element>();
let report: (entries: readonly Entry[]) => void = () => {};

beforeEach(() => {
  observed = new Set();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onChange: (entries: readonly Entry[]) => void) {
        report = onChange;
      }
      observe(element: Element): void {
        observed.add(element);
      }
      disconnect(): void {
        observed.clear();
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function slide(index: number): Element {
  const found = screen.getAllByRole('listitem')[index];
  if (found === undefined) throw new Error(`no slide ${index}`);
  return found;
}

const active = () =>
  screen.getAllByRole('button').findIndex((marker) => marker.getAttribute('aria-current') === 'true');
const scrollTo = (target: Element) => act(() => report([{ isIntersecting: true, target }]));

test('the slide panel marks the visible slide as current', async () => {
  await renderUi(<SlidePanel />);
  expect(active()).toBe(0);
  scrollTo(slide(1));
  expect(active()).toBe(1);
  await act(() => setLocale('en'));
  expect([...observed]).toEqual(screen.getAllByRole('listitem'));
  scrollTo(slide(0));
  expect(active()).toBe(0);
});

test('the slide panel ignores a slide that has been replaced', async () => {
  await renderUi(<SlidePanel />);
  const replaced = slide(1);
  await act(() => setLocale('en'));
  scrollTo(replaced);
  expect(active()).toBe(0);
});
