import { describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { createKeys } from '#lib/keys.ts';
import {
  codeRules,
  countsForDevices,
  decideRequest,
  defaultPurpose,
  isSparedByBreaker,
  judgeUncounted,
  modeOf,
  normaliseCode,
  prefixOf,
  countsUndelivered,
  isForSim,
  refundsOf,
  resendSeconds,
  sharedCaps,
  type OtpMode,
  type PhoneCodes,
  type Requester,
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
    ['12.3456', '123456'],
  ])('O4 is read from %j as %s', (input, code) => {
    expect(normaliseCode(input)).toBe(code);
  });

  it.each(['', '12345', '1234567', '123456789', '12345a', 'a12345', 'a123456', '123456a', '١٢٣٤٥٦'])(
    'O4 cannot be read from %j',
    (input) => {
      expect(normaliseCode(input)).toBeUndefined();
    },
  );
});

it('O5 the purpose of a code is sign-up by default', () => {
  expect(defaultPurpose).toBe('signup');
});

it('the wait before another code is a minute longer after each code', () => {
  expect([0, 1, 4].map(resendSeconds)).toEqual([60, 120, 300]);
});

it('O10 phone numbers that differ in the last four digits share a prefix', () => {
  expect(prefixOf('+84912345678')).toBe('+8491234');
  expect(prefixOf('+84912340000')).toBe('+8491234');
  expect(prefixOf('+84912350000')).not.toBe('+8491234');
});

const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
const config = readConfig(
  {
    VID_LIMIT_OTP_PHONE_HOUR: '5',
    VID_LIMIT_OTP_PHONE_DAY: '10',
    VID_LIMIT_OTP_PHONE_FAILURES_DAY: '15',
    VID_LIMIT_OTP_ADDRESS_HOUR: '100',
    VID_LIMIT_OTP_UNANSWERED_ADDRESS_HOUR: '15',
    VID_LIMIT_OTP_PREFIX_HOUR: '20',
    VID_LIMIT_OTP_ALL_DAY: '5000',
    VID_LIMIT_OTP_STRANGERS_DAY: '2000',
  },
  { dataDir: '/nonexistent' },
);
const strict = { ...config, strictPrivacy: 'on' as const };
const stranger: Requester = { isMember: false, device: null, needsCode: false };
const member: Requester = { ...stranger, isMember: true };
const known: Requester = { ...member, device: 'ab12' };
const noCodes: PhoneCodes = {
  strangersHour: 0,
  strangersDay: 0,
  wrongCodes: 0,
  strangerWait: null,
  strangerSlot: null,
  deviceHour: 0,
  deviceHourEnds: null,
  deviceDay: 0,
  deviceDayEnds: null,
  deviceWait: null,
  devicesDay: 0,
};

function decide(requester: Requester, codes: Partial<PhoneCodes> = {}, isBreakerOpen = false, by = config) {
  return decideRequest({ requester, codes: { ...noCodes, ...codes }, isBreakerOpen }, by);
}

describe('O10 an open breaker', () => {
  it.each([
    ['a stranger’s phone', stranger, config, 'refuses'],
    ['a member’s phone', member, config, 'allows'],
    ['a member’s phone with strict privacy', member, strict, 'refuses'],
    ['a known device with strict privacy', known, strict, 'allows'],
  ])('$3 a code for $0', (_who, requester, by, verdict) => {
    const isSpared = verdict === 'allows';
    expect(isSparedByBreaker(requester, by)).toBe(isSpared);
    const refused = [{ limit: 'breaker', seconds: 300 }];
    expect(decide(requester, {}, true, by).refused).toEqual(isSpared ? undefined : refused);
    expect(decide(requester, {}, false, by).refused).toBeUndefined();
  });
});

describe('O9 a request of an unknown device', () => {
  it('waits a minute longer after each code sent within the hour', () => {
    expect(decide(stranger)).toEqual({ mode: 'stranger', resendIn: 60 });
    expect(decide(stranger, { strangersHour: 4 })).toEqual({ mode: 'stranger', resendIn: 300 });
  });

  it.each([
    [1, [{ limit: 'wait', seconds: 1 }]],
    [0, undefined],
    [-1, undefined],
    [null, undefined],
  ])('is refused only during the resend wait (%s s left)', (strangerWait, refused) => {
    expect(decide(stranger, { strangerWait, strangerSlot: 840 }).refused).toEqual(refused);
  });

  it.each([
    ['one wrong code less than the limit', { wrongCodes: 14 }, 'stranger'],
    ['the limit of wrong codes', { wrongCodes: 15 }, 'attacked'],
    ['one code less than the limit of the hour', { strangersHour: 4 }, 'stranger'],
    ['the limit of the hour', { strangersHour: 5 }, 'attacked'],
    ['one code less than the limit of the day', { strangersDay: 9 }, 'stranger'],
    ['the limit of the day', { strangersDay: 10 }, 'attacked'],
  ] as const)('O3 is handled in the mode “$2” at $0', (_case, codes, mode) => {
    expect(decide(stranger, codes)).toMatchObject({ mode });
    expect(decide(member, codes)).toMatchObject({ mode });
  });

  it('P5 is in the mode “attacked” after too many wrong passwords', () => {
    const attacked = { ...stranger, needsCode: true };
    expect(decide(attacked)).toEqual({ mode: 'attacked', resendIn: 900 });
    expect(decide(attacked, { strangerSlot: 0, strangerWait: 60 })).toMatchObject({ mode: 'attacked' });
    expect(decide(attacked, { strangerSlot: 840, strangerWait: 60 }).refused).toEqual([
      { limit: 'slot', seconds: 840 },
    ]);
  });
});

describe('O9 a request of a known device', () => {
  it('P5 is not limited by the requests of unknown devices', () => {
    const codes = {
      wrongCodes: 99,
      strangersHour: 99,
      strangersDay: 99,
      strangerWait: 60,
      strangerSlot: 900,
    };
    expect(decide({ ...known, needsCode: true }, codes)).toEqual({ mode: 'device', resendIn: 60 });
  });

  it.each([
    ['accepted below every limit', { deviceHour: 4, deviceDay: 9, devicesDay: 19, deviceWait: 0 }, undefined],
    ['refused during the wait of the device', { deviceWait: 7 }, [{ limit: 'wait', seconds: 7 }]],
    [
      'refused after five codes of the device in an hour',
      { deviceHour: 5, deviceHourEnds: 30 },
      [{ limit: 'hour', seconds: 30 }],
    ],
    [
      'refused after ten codes of the device in a day',
      { deviceDay: 10, deviceDayEnds: 40 },
      [{ limit: 'day', seconds: 40 }],
    ],
    [
      'refused with every limit that it exceeds',
      { deviceWait: 7, deviceHour: 5, deviceHourEnds: 30 },
      [
        { limit: 'wait', seconds: 7 },
        { limit: 'hour', seconds: 30 },
      ],
    ],
    [
      'refused for a whole hour if the end of the hour is unknown',
      { deviceHour: 5 },
      [{ limit: 'hour', seconds: 3_600 }],
    ],
    [
      'refused for a whole day if the end of the device’s day is unknown',
      { deviceDay: 10 },
      [{ limit: 'day', seconds: 86_400 }],
    ],
  ])('is %s', (_case, codes, refused) => {
    expect(decide(known, codes).refused).toEqual(refused);
  });

  it('P5 counts as an unknown device’s after 20 codes of known devices', () => {
    const codes = { devicesDay: 20, deviceDay: 10, deviceWait: 7, strangersHour: 2 };
    expect(decide(known, { ...codes, devicesDay: 19 }).refused).toBeDefined();
    expect(decide(known, codes)).toEqual({ mode: 'stranger', resendIn: 180 });
    expect(decide({ ...known, needsCode: true }, codes)).toMatchObject({ mode: 'attacked' });
    expect(decide(known, { ...codes, strangerWait: 30 }).refused).toEqual([{ limit: 'wait', seconds: 30 }]);
    expect(countsForDevices(member, noCodes, config)).toBe(false);
  });
});

it('the mode of a code follows from its device and its digits', () => {
  for (const mode of ['device', 'stranger', 'attacked'] as const)
    expect(modeOf({ device: mode === 'device' ? 'ab12' : null, digits: codeRules(mode).digits })).toBe(mode);
});

it.each([
  ['a new', 4, 'an unverified', 'unknown'],
  ['a new', 5, 'an unverified', 'locked'],
  ['a repeated', 1, 'an unverified', 'compare'],
  ['a repeated', 5, 'an unverified', 'compare'],
  ['a repeated', 5, 'a verified', 'verified'],
  ['a new', 1, 'a verified', 'unknown'],
  ['a new', 5, 'a verified', 'unknown'],
])(
  'O4 %s uncounted attempt (attempts before: %i) on %s code is judged “%s”',
  (age, attempts, code, verdict) => {
    const attempt = { isVerified: code === 'a verified', isRepeat: age === 'a repeated', attempts };
    expect(judgeUncounted({ ...attempt, maxAttempts: 5 })).toBe(verdict);
  },
);

const phone = '+84912345678';
const network = '203.0.113.7';

type Change = { isMember?: boolean; strictPrivacy?: 'on' | 'off'; phone?: string };
function capsFor(mode: OtpMode, change: Change = {}) {
  const { isMember = false, strictPrivacy = 'off' } = change;
  const by = { ...config, strictPrivacy };
  return sharedCaps({ mode, phone: change.phone ?? phone, network, isMember, keys, config: by });
}
const shapes = (caps: ReturnType<typeof capsFor>) =>
  caps.map(({ key, limit, windowSeconds }) => [key.split(':', 1)[0], limit, windowSeconds]);

describe('O9 O10 the limits that phones share', () => {
  it('restrict the codes of unknown devices by network, prefix and day', () => {
    expect(shapes(capsFor('stranger'))).toEqual([
      ['otp-unanswered', 15, 3_600],
      ['otp-address', 100, 3_600],
      ['otp-prefix', 20, 3_600],
      ['otp-all', 5_000, 86_400],
      ['otp-strangers', 2_000, 86_400],
    ]);
  });

  it('count codes for attacked phones of a prefix separately', () => {
    expect(shapes(capsFor('attacked'))).toEqual([
      ['otp-unanswered', 15, 3_600],
      ['otp-address', 100, 3_600],
      ['otp-prefix-attacked', 100, 3_600],
      ['otp-prefix-attacked', 4, 3_600],
      ['otp-all', 5_000, 86_400],
      ['otp-strangers', 2_000, 86_400],
    ]);
    const own = new Set(capsFor('stranger').map(({ key }) => key));
    const both = capsFor('attacked').filter(({ key }) => own.has(key));
    expect(shapes(both).map(([kind]) => kind)).toEqual([
      'otp-unanswered',
      'otp-address',
      'otp-all',
      'otp-strangers',
    ]);
  });

  it('P5 do not apply to known devices', () => {
    expect(capsFor('device')).toEqual([]);
  });

  it.each([
    ['a member', { isMember: true }],
    ['anyone with strict privacy', { strictPrivacy: 'on' }],
  ] as const)('do not include the limit for non-members for %s', (_case, change) => {
    for (const mode of ['stranger', 'attacked'] as const)
      expect(shapes(capsFor(mode, change)).map(([kind]) => kind)).not.toContain('otp-strangers');
  });

  it('are the same for phone numbers with the same prefix', () => {
    for (const mode of ['stranger', 'attacked'] as const) {
      const caps = capsFor(mode);
      expect(capsFor(mode, { phone: '+84912340000' })).toEqual(caps);
      expect(capsFor(mode, { phone: '+84912350000' })).not.toEqual(caps);
      for (const { key } of caps) expect(key).not.toMatch(/9123456|9112345/u);
    }
  });

  it('O13 are all refunded after an unsent code', () => {
    const caps = capsFor('stranger');
    expect(refundsOf(caps, network, 'channel-broken')).toEqual(caps.map(({ key }) => key));
    expect(refundsOf(caps, network, 'unknown')).toEqual(['otp-unanswered:203.0.113.7']);
    expect(refundsOf([], network, 'unknown')).toEqual([]);
  });

  it.each(['stranger', 'attacked'] as const)(
    'X3 are refunded only for the installation after a refused number (%s)',
    (mode) => {
      expect(refundsOf(capsFor(mode), network, 'number-refused')).toEqual(['otp-all', 'otp-strangers']);
      expect(refundsOf(capsFor(mode, { isMember: true }), network, 'number-refused')).toEqual(['otp-all']);
    },
  );

  it('X3 count an undelivered code only if its number was refused', () => {
    const outcomes = ['number-refused', 'text-refused', 'channel-broken', 'unknown'] as const;
    expect(outcomes.filter(countsUndelivered)).toEqual(['number-refused']);
  });
});

it.each(['signup', 'signin', 'social'] as const)(
  'K1 only a second code or a guarded phone requires the SIM (%s)',
  (purpose) => {
    expect(isForSim({ purpose, isSecond: false, isGuarded: false })).toBe(false);
    expect(isForSim({ purpose, isSecond: true, isGuarded: false })).toBe(true);
    expect(isForSim({ purpose, isSecond: false, isGuarded: true })).toBe(true);
  },
);

it.each(['forget-password', 'phone-change', 'recovery', 'reauthenticate'] as const)(
  'K1 a code for %s goes to the SIM only',
  (purpose) => {
    expect(isForSim({ purpose, isSecond: false, isGuarded: false })).toBe(true);
  },
);
