import { beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../../test/sign-on.ts';
import { ssoEvents } from '#state/sso.ts';
import { warmUp } from './warm-up.ts';

const fetched: string[] = [];
const next = {
  journeys: ['assets/sign-up.js', 'assets/shared.js'],
  page: ['assets/shell.js', 'assets/shared.js'],
};

beforeEach(() => {
  fetched.length = 0;
  document.head.innerHTML = `<script type="application/json" id="vid-boot">${JSON.stringify({ next })}</script>`;
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    return new Response('');
  });
  return () => {
    vi.unstubAllGlobals();
    ssoEvents.reset();
    document.head.innerHTML = '';
  };
});

test('the warm-up prefetches the pages before the sign-in first', async () => {
  await warmUp();
  expect(fetched).toEqual([
    '/vid/web/assets/sign-up.js',
    '/vid/web/assets/shared.js',
    '/vid/web/assets/shell.js',
    '/vid/web/assets/shared.js',
  ]);
});

test('the warm-up fetches nothing if the browser saves data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  await warmUp();
  expect(fetched).toEqual([]);
});

test('the warm-up for a sign-on request skips the pages behind the sign-in', async () => {
  ssoEvents.settingsRead(settings);
  await warmUp();
  expect(fetched).toEqual(next.journeys.map((file) => `/vid/web/${file}`));
});

test('the warm-up ends without an error if a file cannot be fetched', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('connection lost');
  });
  await expect(warmUp()).resolves.toBeUndefined();
});
