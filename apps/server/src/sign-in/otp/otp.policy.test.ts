import { describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createKeys } from '#lib/keys.ts';
import {
  capsOf,
  counterKeys,
  defaultPurpose,
  normaliseCode,
  prefixOf,
  resendSeconds,
  type OtpMode,
} from './otp.policy.ts';

describe('an entered code', () => {
  it.each([
    ['123456', '123456'],
    ['012345', '012345'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['123–456', '123456'],
    ['１２３４５６', '123456'],
    ['12\u200b3456', '123456'],
    ['12345678', '12345678'],
    ['1234 5678', '12345678'],
  ])('O4 %j is %s', (input, code) => {
    expect(normaliseCode(input)).toBe(code);
  });

  it.each([
    '',
    '12345',
    '1234567',
    '123456789',
    '12345a',
    'a12345',
    'a123456',
    '123456a',
    '12.3456',
    '١٢٣٤٥٦',
  ])('O4 %j is no code', (input) => {
    expect(normaliseCode(input)).toBeUndefined();
  });
});

it('O5 a code without a purpose is for a sign-up, whose token changes no account', () => {
  expect(defaultPurpose).toBe('signup');
});

it('waits a minute longer after each code', () => {
  expect([0, 1, 4].map(resendSeconds)).toEqual([60, 120, 300]);
});

it('O10 shares a prefix among numbers that differ in the last four digits', () => {
  expect(prefixOf('+84912345678')).toBe('+8491234');
  expect(prefixOf('+84912340000')).toBe('+8491234');
  expect(prefixOf('+84912350000')).not.toBe('+8491234');
});

const keys = createKeys(Buffer.alloc(32, 7));
const config = readConfig(
  {
    VID_LIMIT_OTP_PHONE_HOUR: '5',
    VID_LIMIT_OTP_PHONE_DAY: '10',
    VID_LIMIT_OTP_ADDRESS_HOUR: '100',
    VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '15',
    VID_LIMIT_OTP_PREFIX_HOUR: '20',
    VID_LIMIT_OTP_ALL_DAY: '5000',
    VID_LIMIT_OTP_STRANGERS_DAY: '2000',
  },
  { dataDir: '/nonexistent' },
);
const stranger = { preSessionHash: Buffer.alloc(32, 1), addressKey: '203.0.113.7', device: null };
const owner = { ...stranger, device: 'ab12' };
const phone = '+84912345678';

type Change = { isMember?: boolean; strictPrivacy?: 'on' | 'off'; phone?: string; from?: typeof owner };
function capsFor(mode: OtpMode, change: Change = {}) {
  const caps = capsOf({
    mode,
    keys: counterKeys(keys, change.phone ?? phone),
    from: change.from ?? (mode === 'device' ? owner : stranger),
    isMember: change.isMember ?? false,
    sendsBefore: 1,
    config: { ...config, strictPrivacy: change.strictPrivacy ?? 'off' },
  });
  /** The kind of each counter, with its limit and window. */
  const shapes = (hits: typeof caps.own) =>
    hits.map(({ key, limit, windowSeconds }) => [key.split(':', 1)[0], limit, windowSeconds]);
  return { own: shapes(caps.own), shared: shapes(caps.shared), keys: caps.own.map(({ key }) => key) };
}

describe('O9 the limits of a request', () => {
  it('of a stranger', () => {
    const { own, shared } = capsFor('stranger');
    expect(own).toEqual([
      ['otp-wait', 1, 120],
      ['otp-wait', 1, 120],
      ['otp-hour', 5, 3_600],
      ['otp-day', 10, 86_400],
      ['otp-slot', Number.POSITIVE_INFINITY, 900],
      ['otp-slot', Number.POSITIVE_INFINITY, 900],
      ['otp-unanswered', 15, 3_600],
    ]);
    expect(shared).toEqual([
      ['otp-address', 100, 3_600],
      ['otp-prefix', 20, 3_600],
      ['otp-all', 5_000, 86_400],
      ['otp-strangers', 2_000, 86_400],
    ]);
  });

  it('of a stranger while the number is under attack: one code in 15 minutes', () => {
    const { own, shared } = capsFor('attacked');
    expect(own).toEqual([
      ['otp-slot', 1, 900],
      ['otp-slot', 1, 900],
      ['otp-unanswered', 15, 3_600],
    ]);
    expect(shared.slice(0, 4)).toEqual([
      ['otp-address', 100, 3_600],
      ['otp-prefix-attacked', 100, 3_600],
      ['otp-prefix-attacked', 4, 3_600],
      ['otp-all', 5_000, 86_400],
    ]);
  });

  it('P5 of a known device: its own and those of the account’s devices, none that a stranger can use up', () => {
    const { own, shared, keys: counted } = capsFor('device');
    expect(own).toEqual([
      ['otp-wait', 1, 120],
      ['otp-hour', 5, 3_600],
      ['otp-day', 10, 86_400],
      ['otp-day', 20, 86_400],
    ]);
    expect(shared).toEqual([]);
    const byStrangers = new Set([...capsFor('stranger').keys, ...capsFor('attacked').keys]);
    expect(counted.filter((key) => byStrangers.has(key))).toEqual([]);
    const another = capsFor('device', { from: { ...owner, device: 'cd34' } }).keys;
    expect(counted.filter((key) => another.includes(key))).toEqual([expect.stringMatching(/:devices$/u)]);
  });

  it.each([
    ['a member', { isMember: true }],
    ['anyone with strict privacy', { strictPrivacy: 'on' }],
  ] as const)('omit that of non-members for %s', (_case, change) => {
    for (const mode of ['stranger', 'attacked'] as const)
      expect(capsFor(mode, change).shared.map(([kind]) => kind)).not.toContain('otp-strangers');
  });
});

describe('the counters of a number', () => {
  it('do not reveal it; only that of the network is shared with other numbers', () => {
    const [one, other] = [capsFor('stranger').keys, capsFor('stranger', { phone: '+84912345679' }).keys];
    for (const key of one) expect(key).not.toMatch(/9123456|2345678/u);
    expect(one.filter((key) => other.includes(key))).toEqual(['otp-unanswered:203.0.113.7']);
  });

  it('of a device are named after those of the phone, which `findSendState` relies on', () => {
    const { hour, day } = counterKeys(keys, phone);
    expect([hour('ab12'), day('ab12')]).toEqual([`${hour(null)}:ab12`, `${day(null)}:ab12`]);
  });

  it('R8 have the same keys as in other releases', () => {
    const { hour, prefix } = counterKeys(keys, phone);
    expect([hour(null), prefix]).toEqual([
      'otp-hour:ENor8WLI3HuaFpACrXKcjnbBBeplIeZhypfkVfjlEBE',
      'otp-prefix:DThQSPWZs4ZCCCArtINB-vPVrOMc74fkYKnjugC7x0o',
    ]);
  });

  it('recognise a stranger by the browser and by the network', () => {
    const first = capsFor('stranger').keys;
    const otherBrowser = capsOf({
      mode: 'stranger',
      keys: counterKeys(keys, phone),
      from: { ...stranger, preSessionHash: Buffer.alloc(32, 2) },
      isMember: false,
      sendsBefore: 1,
      config,
    }).own.map(({ key }) => key);
    const shared = otherBrowser.filter((key) => first.includes(key)).map((key) => key.split(':', 1)[0]);
    expect(shared).toEqual(['otp-wait', 'otp-hour', 'otp-day', 'otp-slot', 'otp-unanswered']);
  });
});
