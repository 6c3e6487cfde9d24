import { locales } from '@vid/contract/limits';
import { describe, expect, it } from 'vitest';
import { segmentLength } from '#platform/sms/sms-texts.ts';
import {
  associationMail,
  associationNoticeKinds,
  associationNoticeLink,
  associationSms,
} from './association-notice-texts.ts';

const origin = `https://id.${'hiep-hoi-bat-dong-san'.repeat(2)}.org.vn`;

describe.each(locales)('messages of the association (%s)', (locale) => {
  it.each(associationNoticeKinds)('fit %s into one SMS segment with a link to a long host name', (kind) => {
    const link = associationNoticeLink(kind, origin);
    const text = associationSms(kind, locale, link);
    expect(text).toMatch(/^[ -~]+$/u);
    expect(text.length).toBeLessThanOrEqual(segmentLength);
    expect(text.endsWith(` ${link}`)).toBe(true);
  });

  it('differ by event, state the reason and contain no link that locks the account', () => {
    const texts = associationNoticeKinds.map(
      (kind) =>
        associationMail(kind, locale, {
          link: associationNoticeLink(kind, origin),
          detail: 'Sai mã số thuế.',
        }).text,
    );
    expect(new Set(texts).size).toBe(associationNoticeKinds.length);
    for (const text of texts) {
      expect(text).toContain('\n\nSai mã số thuế.\n\nhttps://');
      expect(text).not.toContain('not-me');
    }
  });

  it('leave out a reason that is not given', () => {
    const { text } = associationMail('enterprise-verified', locale, {
      link: 'https://id.test/',
      detail: undefined,
    });
    expect(text.split('\n\n')).toHaveLength(2);
  });
});
