// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest';
import { askProvider } from './ask-provider.ts';

const { askFacebook, settings } = vi.hoisted(() => ({
  askFacebook: vi.fn<() => Promise<string | null>>(),
  settings: { facebook: null as object | null },
}));
vi.mock('./facebook-sdk.ts', () => ({ askFacebook }));
vi.mock('#shared/api/api.ts', () => ({ api: { get: () => Promise.resolve({ social: settings }) } }));

const chrome = 'Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile Safari/537.36';
const zalo = 'Mozilla/5.0 (Linux; Android 14; wv) Chrome/124.0 Zalo android/12110647';

afterEach(() => vi.unstubAllGlobals());

const start = () => Promise.resolve({ address: 'https://provider.example/' });

/** Asks a provider. Returns the outcome, and the page that the browser leaves for. */
async function ask(
  provider: 'zalo' | 'google' | 'facebook',
  { userAgent = chrome, cookieEnabled = true, redirects = false } = {},
) {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('navigator', { userAgent, cookieEnabled });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { assign });
  const asked = await askProvider(provider, { start, redirects });
  return [asked.kind, assign.mock.calls.flat()];
}

const left = ['left', ['https://provider.example/']];
const blocked = ['blocked', []];

test('a browser without cookies cannot ask any provider', async () => {
  for (const provider of ['zalo', 'google', 'facebook'] as const)
    expect(await ask(provider, { cookieEnabled: false })).toEqual(blocked);
});

test('an in-app browser is redirected to every provider but Google', async () => {
  expect(await ask('google', { userAgent: zalo })).toEqual(blocked);
  expect(await ask('zalo', { userAgent: zalo })).toEqual(left);
  expect(await ask('facebook', { userAgent: zalo })).toEqual(left);
});

test('a browser is redirected to the provider', async () => {
  expect(await ask('google')).toEqual(left);
  expect(await ask('zalo')).toEqual(left);
  expect(await ask('facebook', { redirects: true })).toEqual(left);
});

test('a browser is redirected to Facebook if no popup can open', async () => {
  settings.facebook = null;
  expect(await ask('facebook')).toEqual(left);
  settings.facebook = { appId: '1', version: 'v26.0' };
  askFacebook.mockRejectedValueOnce(new Error('blocked'));
  expect(await ask('facebook')).toEqual(left);
});

test('Facebook’s popup yields a token as the proof, or is cancelled', async () => {
  settings.facebook = { appId: '1', version: 'v26.0' };
  vi.stubGlobal('navigator', { userAgent: chrome, cookieEnabled: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  askFacebook.mockResolvedValueOnce('token').mockResolvedValueOnce(null);
  expect(await askProvider('facebook', { start })).toEqual({
    kind: 'proof',
    proof: { provider: 'facebook', accessToken: 'token' },
  });
  expect(await askProvider('facebook', { start })).toEqual({ kind: 'cancelled' });
});
