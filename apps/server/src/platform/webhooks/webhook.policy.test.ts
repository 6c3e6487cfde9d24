import { describe, expect, it, vi } from 'vitest';
import { createAddressGuard } from '#platform/outgoing/address-guard.ts';
import {
  askedPauseOf,
  checkWebhookUrl,
  isDelivered,
  pauseOf,
  personToNotify,
  retryDelay,
} from './webhook.policy.ts';

describe('the retries of a webhook message', () => {
  const delays = Array.from({ length: 20 }, (_, index) => retryDelay(index + 1));

  it('come at intervals that do not shrink for almost three days', () => {
    const known = delays.filter((delay) => delay !== undefined);
    expect(known).toEqual(known.toSorted((one, other) => one - other));
    expect(delays.slice(known.length)).toEqual(Array.from({ length: 20 - known.length }));
    const days = known.reduce((sum, delay) => sum + delay, 0) / 86_400;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3);
  });

  it('pause for up to half an hour after three failures', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pauseOf)).toEqual([0, 0, 0, 60, 120, 300, 900, 1_800, 1_800]);
  });

  const now = Date.parse('2026-11-28T10:00:00Z');
  it.each([
    [429, '120', 120],
    [503, '120', 120],
    [503, 'Sat, 28 Nov 2026 10:00:30 GMT', 30],
    [503, 'Sat, 28 Nov 2026 09:00:00 GMT', 0],
    // RFC 9110 also allows the next two forms of a date.
    [503, 'Saturday, 28-Nov-26 10:00:30 GMT', 30],
    [503, 'Sat Nov 28 10:00:30 2026', 30],
    [503, 'Sat, 28 Nov 2026 10:00:30', 30],
    [503, 'Sat, 28 Nov 2026 17:00:30 +0700', 30],
    [503, '2026-11-28T10:00:30Z', 30],
    [429, '30.5', 31],
    [429, '86400', 3_600],
    [429, undefined, 0],
    [429, '', 0],
    [429, '-5', 0],
    [429, 'soon', 0],
    [500, '120', 0],
    [200, '120', 0],
  ])('after a response %d with Retry-After %j pause for %d seconds', (status, retryAfter, seconds) => {
    // In the local time zone of a server in Vietnam, a date without a zone is still in GMT.
    vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh');
    expect(askedPauseOf(status, retryAfter, now)).toBe(seconds);
    vi.unstubAllEnvs();
  });

  it('end after a 2xx response', () => {
    expect([199, 200, 204, 299, 301, 400, 500].filter(isDelivered)).toEqual([200, 204, 299]);
  });
});

const check = (url: string, isProduction = true) =>
  checkWebhookUrl(url, {
    isProduction,
    ports: [443, 8443],
    guard: createAddressGuard({ allowedNetworks: ['10.1.0.0/16'], allowsLoopback: !isProduction }),
  });

describe('a webhook URL', () => {
  it.each([
    'https://shop.example.vn/hook',
    'https://shop.example.vn',
    'https://shop.example.vn:8443/a?token=x',
    'https://8.8.8.8/hook',
    'https://10.1.2.3/hook',
  ])('may be %s', (url) => {
    expect(check(url)).toBeUndefined();
  });

  it.each([
    ['http://shop.example.vn/hook', 'addressPlainHttp'],
    ['ftp://shop.example.vn/hook', 'addressScheme'],
    ['javascript:alert(1)', 'addressScheme'],
    ['shop.example.vn', 'addressForm'],
    ['https://me:secret@shop.example.vn/', 'addressUserinfo'],
    ['https://shop.example.vn/#part', 'addressFragment'],
    ['https://shop.example.vn/hook#', 'addressFragment'],
    ['https://me@shop.example.vn/', 'addressUserinfo'],
    ['https://SHOP.example.vn/', 'addressSpelling'],
    ['https://shop.example.vn/a\tb', 'addressSpelling'],
    ['https://shop.example.vn\\@evil.test/', 'addressSpelling'],
    ['https://shop.example.vn:22/', 'addressPort'],
    ['https://shop.example.vn:80/', 'addressPort'],
    ['https://127.0.0.1/', 'addressPrivate'],
    ['https://0x7f000001/', 'addressSpelling'],
    ['https://[::1]/', 'addressPrivate'],
    ['https://[::ffff:a00:1]/', 'addressPrivate'],
    ['https://169.254.169.254/latest/meta-data/', 'addressPrivate'],
    ['https://10.2.0.1/', 'addressPrivate'],
  ])('M5 cannot be %s (%s)', (url, problem) => {
    expect(check(url)).toBe(problem);
  });

  it('can be on this machine over plain http in evaluation mode', () => {
    expect(check('http://127.0.0.1:3000/hook', false)).toBeUndefined();
    expect(check('http://192.168.1.5:3000/hook', false)).toBe('addressPrivate');
  });
});

describe('the notice that a webhook fails', () => {
  it.each([
    ['the account that added the webhook and is still responsible', 'b', ['a', 'b'], 'b'],
    ['the first responsible account if the account that added the webhook has left', 'c', ['a', 'b'], 'a'],
    ['the first responsible account if no account added the webhook', null, ['a', 'b'], 'a'],
    ['no account if none is responsible', 'c', [], undefined],
  ])('goes to %s', (_title, addedBy, responsible, expected) => {
    expect(personToNotify(addedBy, responsible)).toBe(expected);
  });
});
