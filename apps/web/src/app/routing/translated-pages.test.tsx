import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { person } from '../../../test/member.tsx';
import { keepTranslated } from '../../../test/page-translator.ts';
import { network, useVisitorScreens, visit } from '../../../test/visitor.tsx';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { sessionStarted } from '#session/session.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { routeOf } from './routes.tsx';

useVisitorScreens();

/** A stream without events, because happy-dom has no `EventSource`. */
class SilentEventSource extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = SilentEventSource.OPEN;
  close() {}
}

let stopTranslating = () => {};
beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEventSource);
  const { fetch } = network();
  const refused = { error: 'x', message: 'RATE_LIMITED', requestId: 'r' };
  // Changes are never answered, so that the pressed button stays busy.
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
    (init?.method ?? 'GET') === 'GET'
      ? fetch(input, init).catch(() => Response.json(refused, { status: 429 }))
      : new Promise(() => {}),
  );
});
afterEach(() => stopTranslating());

const values: Readonly<Record<string, string>> = {
  tel: '0912345678',
  password: 'Abcdef1!',
  email: 'a@b.vn',
  date: '2026-01-01',
};

function fillForm(main: HTMLElement): void {
  for (const field of main.querySelectorAll('input')) {
    if (field.type === 'checkbox') fireEvent.click(field);
    else if (field.type !== 'radio' && field.type !== 'file' && !field.readOnly)
      fireEvent.input(field, { target: { value: values[field.type] ?? '123456' } });
  }
}

const mainOf = () => document.querySelector('main') ?? document.body;

const pages = [...Object.values(paths), ...Object.values(areaPaths)]
  .filter((path) => !path.endsWith('/*'))
  .map((path) => path.replaceAll(/:\w+/gu, 'x'));

test.each(pages)(
  'the page %s survives a page translator, its main button and a change of the language',
  async (address) => {
    const roles = ['user', 'admin'] as const;
    if (routeOf(address)?.layout === 'shell') sessionStarted({ ...person, role: 'admin', roles: [...roles] });
    visit(address);
    stopTranslating = keepTranslated();
    await waitFor(() => expect(mainOf().querySelector('font')).not.toBeNull());
    const main = mainOf();
    fillForm(main);
    const button = main.querySelector('[type=submit]') ?? main.querySelector('button');
    if (button) fireEvent.click(button);
    // A busy button shows a spinner before its text.
    await waitFor(() =>
      expect(main.querySelector('[type=submit][aria-busy=true]:not(:has(svg))')).toBeNull(),
    );
    await act(() => setLocale('en'));
    // The screen of a rendering failure.
    expect(document.querySelector('main[role=alert]')).toBeNull();
  },
);
