import { describe, expect, it } from 'vitest';
import { associationNoticeKinds, noticeKinds } from '@vid/contract/messages/notices';
import {
  canBeReminded,
  isRemindedByMail,
  isRepeated,
  joinReceivers,
  paceOf,
  receiversOf,
  reminderDelayOf,
  reminderOf,
  withFormerChannels,
  type Channels,
  type LostChannel,
} from './notices.policy.ts';

const now = new Date('2026-06-01T00:00:00Z');
const channels: Channels = {
  now,
  phone: '+84912345678',
  email: 'an@example.vn',
  emailSince: new Date('2026-01-01T00:00:00Z'),
  formerPhones: [],
  formerEmails: [],
  hasNewChannel: false,
};
const changed: Channels = {
  ...channels,
  formerPhones: ['+84987654321'],
  formerEmails: ['old@example.vn'],
  hasNewChannel: true,
};
const all = {
  emails: ['an@example.vn'],
  phones: ['+84912345678'],
  former: { emails: ['old@example.vn'], phones: ['+84987654321'] },
};
const nobodyElse = { emails: [], phones: [] };

const dayMs = 86_400_000;
const before = (ms: number): Date => new Date(now.getTime() - ms);

describe('K3 the former channels of an account', () => {
  const own = { phone: '+84912345678', email: null, emailSince: null, provedAt: null, now };
  const lostPhone: LostChannel = {
    channel: '+84987654321',
    isPhone: true,
    since: null,
    lostAt: before(dayMs),
    takenAt: null,
  };
  const phonesOf = (lost: Partial<LostChannel>, provedAt: Date | null = null) =>
    withFormerChannels({ ...own, provedAt }, [{ ...lostPhone, ...lost }]).formerPhones;

  it('include what was lost within 30 days', () => {
    expect(phonesOf({ lostAt: before(30 * dayMs - 1) })).toEqual(['+84987654321']);
    expect(phonesOf({ lostAt: before(30 * dayMs) })).toEqual([]);
  });

  it('exclude what was lost before a return proved the phone', () => {
    expect(phonesOf({}, before(dayMs + 1))).toEqual(['+84987654321']);
    expect(phonesOf({}, before(dayMs))).toEqual([]);
  });

  it('exclude a phone that was lost to its new owner', () => {
    expect(phonesOf({ takenAt: before(dayMs - 1) })).toEqual(['+84987654321']);
    expect(phonesOf({ takenAt: before(dayMs) })).toEqual([]);
  });

  it('include the three phones that the account had first', () => {
    const lost = [4, 3, 0, 2, 1].map((day) => ({
      ...lostPhone,
      channel: String(day),
      since: day === 0 ? null : new Date(day * dayMs),
    }));
    expect(withFormerChannels(own, lost).formerPhones).toEqual(['0', '1', '2']);
  });

  it('separate addresses from phones', () => {
    const address = { ...lostPhone, channel: 'old@example.vn', isPhone: false };
    expect(withFormerChannels(own, [lostPhone, address])).toEqual({
      ...own,
      formerPhones: ['+84987654321'],
      formerEmails: ['old@example.vn'],
      hasNewChannel: true,
    });
  });

  it.each([
    [null, false],
    [before(30 * dayMs - 1), true],
    [before(30 * dayMs), false],
  ])('make the channels new if an address was confirmed at %j: %s', (emailSince, hasNewChannel) => {
    expect(withFormerChannels({ ...own, emailSince }, [])).toMatchObject({ hasNewChannel });
  });
});

describe('an account gets second notices', () => {
  const used = { firstAgreedAt: before(dayMs + 1), emailSince: null, now };

  const areMailed = (emailSince: Date | null) => canBeReminded({ ...used, emailSince }, { isByMail: true });

  it('from a day after its first consent', () => {
    expect(canBeReminded(used, { isByMail: false })).toBe(true);
    expect(canBeReminded({ ...used, firstAgreedAt: before(dayMs) }, { isByMail: false })).toBe(false);
    expect(canBeReminded({ ...used, firstAgreedAt: null }, { isByMail: false })).toBe(false);
  });

  it('by mail only at an address that is 30 days old', () => {
    expect(areMailed(before(30 * dayMs))).toBe(true);
    expect(areMailed(before(30 * dayMs - 1))).toBe(false);
    expect(areMailed(null)).toBe(false);
  });
});

describe('K3 the receivers of a notice', () => {
  it('include the phones and addresses that the account had until its return', () => {
    const former = ['+84911111111', '+84912345678', 'before@example.vn', 'an@example.vn'];
    for (const known of [channels, changed])
      expect(receiversOf('account-recovered', known, { phone: '+84912345678', former }).former).toEqual({
        emails: ['before@example.vn'],
        phones: ['+84911111111'],
      });
  });

  it.each(['deletion-requested', 'deletion-soon'] as const)('are all channels for %s', (kind) => {
    expect(receiversOf(kind, changed, {})).toEqual(all);
    expect(receiversOf(kind, channels, {})).toEqual({ ...all, former: nobodyElse });
  });

  it.each([
    'new-device',
    'qr-approved',
    'device-approved',
    'application-access',
    'approval-confirmed',
    'password-changed',
    'password-reset',
    'passkey-added',
    'passkey-removed',
    'two-step-on',
    'two-step-off',
    'recovery-codes-made',
    'identity-linked',
    'identity-unlinked',
    'email-changed',
    'email-replaced',
    'phone-changed',
    'phone-replaced',
    'recovery-started',
    'recovery-stopped',
    'recovery-code-used',
    'role-granted',
    'role-withdrawn',
    'account-returned',
    'lock-lifted',
  ] as const)('are present and former channels for %s if a channel has changed', (kind) => {
    expect(receiversOf(kind, changed, {})).toEqual(all);
    expect(receiversOf(kind, channels, {}).former).toEqual(nobodyElse);
  });

  it('exclude the phone for kinds that are not for every channel', () => {
    const byMail = noticeKinds.filter((kind) => receiversOf(kind, channels, {}).phones.length === 0);
    expect(byMail).toEqual([
      'password-changed',
      'new-device',
      'passkey-added',
      'passkey-removed',
      'identity-linked',
      'identity-unlinked',
      'phone-changed',
      'phone-replaced',
      'qr-approved',
      'device-approved',
      'application-access',
      'approval-confirmed',
      'account-recovered',
      'email-removed',
      'phone-released',
      'export-ready',
      'role-granted',
      'role-withdrawn',
      'several-changes',
      'signed-in-yesterday',
      'webhook-failing',
      'webhook-disabled',
    ]);
  });

  it('exclude an address that was just confirmed', () => {
    expect(receiversOf('email-confirmed', channels, {})).toEqual({
      emails: [],
      phones: ['+84912345678'],
      former: nobodyElse,
    });
    expect(receiversOf('email-confirmed', changed, {})).toEqual({ ...all, emails: [] });
  });

  it('K1 exclude, for a reminder, an address of the last 30 days', () => {
    const emailSince = new Date(now.getTime() - 30 * 86_400_000 + 1);
    for (const kind of ['changed-yesterday', 'signed-in-yesterday'] as const)
      expect(receiversOf(kind, { ...changed, emailSince }, {})).toEqual({ ...all, emails: [] });
  });

  it('K1 include, for a reminder, an address added 30 days ago', () => {
    const emailSince = new Date(now.getTime() - 30 * 86_400_000);
    const receivers = { ...all, former: nobodyElse };
    expect(receiversOf('changed-yesterday', { ...channels, emailSince }, {})).toEqual(receivers);
    expect(receiversOf('signed-in-yesterday', { ...channels, emailSince }, {})).toEqual({
      ...receivers,
      phones: [],
    });
    for (const kind of ['changed-yesterday', 'signed-in-yesterday'] as const)
      expect(receiversOf(kind, { ...changed, emailSince }, {})).toEqual(all);
  });

  it.each(noticeKinds)('are only the phone for %s if the account has no address', (kind) => {
    const { emails, phones } = receiversOf(kind, { ...channels, email: null }, {});
    expect([emails, phones]).toEqual([[], ['+84912345678']]);
  });

  it('exclude a phone that has just received a code', () => {
    expect(receiversOf('new-device', { ...channels, email: null }, { skipsPhone: true }).phones).toEqual([]);
    const same = { ...changed, formerPhones: ['+84912345678'], formerEmails: ['an@example.vn'] };
    expect(receiversOf('passkey-added', same, {}).former).toEqual(nobodyElse);
    expect(receiversOf('phone-changed', channels, { phone: '+84900000000' }).phones).toEqual([
      '+84900000000',
    ]);
    expect(receiversOf('phone-changed', channels, { phone: null }).phones).toEqual([]);
  });
});

const byMail = (isByCode: boolean) => noticeKinds.filter((kind) => isRemindedByMail({ kind, isByCode }));
const remindedBy = (reminder: 'changed-yesterday' | 'signed-in-yesterday') =>
  noticeKinds.filter((kind) => reminderOf(kind) === reminder);

describe('K1 the reminder of a change', () => {
  it('is sent for changes that give or keep access', () => {
    expect(remindedBy('changed-yesterday')).toEqual([
      'password-changed',
      'password-reset',
      'passkey-added',
      'two-step-on',
      'two-step-off',
      'recovery-codes-made',
      'identity-linked',
      'phone-changed',
      'email-confirmed',
      'application-access',
      'approval-confirmed',
      'account-returned',
    ]);
  });

  it('repeats the notice of a replaced phone after 12 hours', () => {
    const same = noticeKinds.filter((kind) => reminderOf(kind) === kind);
    expect(same).toEqual(['phone-replaced', 'recovery-started', 'account-recovered']);
    expect(noticeKinds.filter(isRepeated)).toEqual(same);
    expect(reminderDelayOf('phone-replaced')).toBe(12 * 3_600);
    expect(reminderDelayOf('recovery-started')).toBe(24 * 3_600);
    expect(reminderDelayOf('account-recovered')).toBe(24 * 3_600);
  });

  it('is sent only by mail for a new device without a code', () => {
    expect(remindedBy('signed-in-yesterday')).toEqual(['new-device', 'qr-approved', 'device-approved']);
    expect(byMail(false)).toEqual(['new-device']);
    expect(byMail(true)).toEqual([]);
  });
});

const sent = (kind: string, ofHour: number, ofDay = ofHour) => ({ kind, ofHour, ofDay });

describe('the pace of the notices to an account', () => {
  const held = { holdSeconds: 900 };

  it.each([
    ['four of its kind in an hour', [sent('passkey-added', 3)], [sent('passkey-added', 4)]],
    [
      'ten in an hour',
      [sent('passkey-removed', 4), sent('new-device', 4), sent('two-step-on', 1)],
      [sent('passkey-removed', 4), sent('new-device', 4), sent('two-step-on', 2)],
    ],
    [
      'twenty in a day',
      [sent('passkey-added', 0, 10), sent('new-device', 0, 9)],
      [sent('passkey-added', 0, 10), sent('new-device', 0, 10)],
    ],
  ])('holds a notice after %s', (_name, below, reached) => {
    expect(paceOf('passkey-added', {}, below)).toBe('send');
    expect(paceOf('passkey-added', {}, reached)).toEqual(held);
  });

  it('slows down after eight joined notices in a day', () => {
    const many = [sent('new-device', 4), sent('several-changes', 0, 7)];
    expect(paceOf('new-device', {}, many)).toEqual(held);
    expect(paceOf('new-device', {}, [...many.slice(0, 1), sent('several-changes', 0, 8)])).toEqual({
      holdSeconds: 7_200,
    });
  });

  it('drops only notices about webhooks, and does not hold eleven urgent kinds', () => {
    const paces = noticeKinds.map((kind) => [kind, paceOf(kind, {}, [sent(kind, 100)])]);
    const sentAtOnce = paces.filter(([, pace]) => pace === 'send').map(([kind]) => kind);
    expect(sentAtOnce).toEqual([
      'password-reset',
      'phone-changed',
      'phone-replaced',
      'phone-change-undone',
      'email-replaced',
      'recovery-started',
      'recovery-stopped',
      'account-recovered',
      'account-returned',
      'email-removed',
      'export-ready',
    ]);
    expect(paces.filter(([, pace]) => pace === 'drop').map(([kind]) => kind)).toEqual([
      'webhook-failing',
      'webhook-disabled',
    ]);
  });

  it.each([
    ['a given phone', { phone: '+84912345678' }],
    ['the e-mail address alone', { phone: null }],
    ['given former receivers', { former: [] }],
  ])('does not hold a notice to %s', (_receivers, to) =>
    expect(paceOf('passkey-added', to, [sent('passkey-added', 100)])).toBe('send'),
  );

  it('holds decisions of the association, but not the notice of an incident', () => {
    const paces = associationNoticeKinds.map((kind) => [kind, paceOf(kind, {}, [sent(kind, 4)])] as const);
    for (const [kind, pace] of paces) expect(pace).toEqual(kind === 'data-incident' ? 'send' : held);
    const many = [sent('new-device', 0, 20), sent('several-decisions', 0, 8), sent('several-changes', 0, 1)];
    expect(paceOf('enterprise-refused', {}, many)).toEqual({ holdSeconds: 7_200 });
  });
});

describe('the receivers of joined notices', () => {
  it('are the receivers of both notices, each once', () => {
    const [plain, dangerous] = [
      receiversOf('password-changed', changed, {}),
      receiversOf('passkey-added', changed, {}),
    ];
    expect(joinReceivers([plain, dangerous])).toEqual(all);
    const former = {
      emails: [],
      phones: [],
      former: { emails: ['an@example.vn'], phones: ['+84912345678'] },
    };
    expect(joinReceivers([former, all])).toEqual(all);
  });
});
