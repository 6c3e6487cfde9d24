import { isNamed, smsNameOf, withoutDiacritics } from '@vid/contract/brand/names';
import { otpLimits, type Locale } from '@vid/contract/limits';
import { codePurposes, isCodePurpose, isSms, type TextId } from '@vid/contract/messages/message-texts';
import { fillSms, fillText } from '@vid/contract/messages/message-texts.policy';
import { decisionPage, isDecision } from '@vid/contract/messages/notices';
import type { Text } from '@vid/contract/messages/words';
import { paths } from '#navigation/paths.ts';

type Names = { readonly name: Text; readonly shortName: Text };

/** Pages that the links in messages open, by the id of the text. */
const pages: Readonly<Partial<Record<TextId, string>>> = {
  'sms.recovery-link': paths.recovery,
  'mail.recovery-link': paths.recovery,
  'mail.email-confirmation': paths.confirmEmail,
};

const code = '482915'.slice(0, otpLimits.digits);
const secret = 'kX3vQ9mB7tR2nL5wZ8pC1d';

const origins = {
  vi: ' (Chrome, Android, Ha Noi, 09:30 12/03)',
  en: ' (Chrome, Android, Hanoi, 09:30 12/03)',
} as const;

export function fillSample(id: TextId, text: string, locale: Locale, names: Names): string {
  const { origin, hostname } = globalThis.location;
  const kind = id.slice(id.indexOf('.') + 1);
  const page = isDecision(kind) ? decisionPage(kind) : `${pages[id] ?? paths.notMe}#${secret}`;
  const purpose = codePurposes[isCodePurpose(kind) ? kind : 'signin'][locale];
  const values = {
    code,
    host: hostname,
    link: `${origin}/vid/web${page}`,
    minutes: String(otpLimits.lifeSeconds / 60),
    count: '3',
    phone: '091• ••• •12',
  };
  if (!isSms(id)) {
    const name = isNamed(names) ? names.shortName[locale] : 'VID';
    return fillText(text, { ...values, name, purpose });
  }
  const name = smsNameOf(names, locale);
  const [whole, time] = [origins[locale], origins[locale].replace(/\(.*, /u, '(')];
  return fillSms(text, { ...values, name, purpose: withoutDiacritics(purpose) }, [whole, time]);
}
