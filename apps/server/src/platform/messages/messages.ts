import { isNamed, smsNameOf, withoutDiacritics } from '@vid/contract/brand/names';
import { otpLimits, type Locale } from '@vid/contract/limits';
import {
  codePurposes,
  codeTextOf,
  isCodePurpose,
  type CodePurpose,
  type MailTextId,
  type SmsTextId,
  type SubjectId,
} from '@vid/contract/messages/message-texts';
import {
  chooseText,
  fillSms,
  fillText,
  type ChangedTexts,
  type ZnsTemplate,
} from '@vid/contract/messages/message-texts.policy';
import { carrierOf } from '#lib/phone/carrier.ts';
import type { Brand, ReadBrand } from '#platform/brand.ts';

export type MessageParams = { readonly texts: ChangedTexts; readonly zns: ZnsTemplate };
export type ReadMessageParams = () => Promise<MessageParams | undefined>;

type Values = Readonly<Record<string, string>>;

/** `origins`: descriptions of a change's origin, longest first. */
export type SmsContent = {
  readonly text: SmsTextId;
  readonly values: Values;
  readonly origins?: readonly string[];
};

/** A finished text, or the id of a text with its values and the number of changes that it reports. */
export type MailLine =
  | string
  | { readonly text: MailTextId; readonly values?: Values; readonly count?: number };

export type MailContent = {
  readonly subject: SubjectId;
  readonly body: readonly (readonly MailLine[])[];
};

type Deps = {
  readonly host: string;
  readonly readBrand: ReadBrand;
  readonly readParams: ReadMessageParams;
};

const none: MessageParams = { texts: new Map(), zns: { template: null, parameters: [] } };

/**
 * Composes messages at the time of sending, because the texts and the association's name may change while a
 * message waits.
 */
export function createMessages({ host, readBrand, readParams }: Deps) {
  const read = async (): Promise<MessageParams> => (await readParams()) ?? none;

  const sms = async (
    text: SmsTextId | ReturnType<typeof codeTextOf>,
    to: { readonly phone: string; readonly locale: Locale },
    values: Values,
    origins?: readonly string[],
  ): Promise<string> => {
    const { locale, phone } = to;
    const [{ texts }, brand] = [await read(), await readBrand()];
    const name = brand ? smsNameOf(brand, locale) : 'VID';
    const chosen = chooseText(texts, text, { locale, carrier: carrierOf(phone) });
    return fillSms(chosen, { ...values, name }, origins);
  };

  return {
    smsNotice: ({ text, values, origins }: SmsContent, to: { phone: string; locale: Locale }) =>
      sms(text, to, values, origins),

    /**
     * Returns the text of an SMS with a code. The text names the purpose, but neither the recipient nor the
     * application.
     */
    smsCode: ({ code, purpose, ...to }: { code: string; purpose: string; phone: string; locale: Locale }) =>
      sms(codeTextOf(purpose), to, {
        code,
        host,
        minutes,
        purpose: withoutDiacritics(purposeIn(purpose, to.locale)),
      }),

    async mail({ subject, body }: MailContent, locale: Locale): Promise<{ subject: string; text: string }> {
      const [{ texts }, brand] = [await read(), await readBrand()];
      const name = mailName(brand, locale);
      const fill = (text: MailTextId | SubjectId, values: Values = {}): string =>
        fillText(chooseText(texts, text, { locale }), { ...values, name });
      const show = (line: MailLine): string => {
        if (typeof line === 'string') return line;
        const { count = 1 } = line;
        return fill(line.text, line.values) + (count === 1 ? '' : ` (×${count})`);
      };
      return {
        subject: fill(subject),
        text: body.map((lines) => lines.map(show).join('\n')).join('\n\n'),
      };
    },

    /** Returns the template that administrators have set, or undefined if the template of the settings applies. */
    async znsCode({ code, purpose, locale }: { code: string; purpose: string; locale: Locale }) {
      const [{ zns }, brand] = [await read(), await readBrand()];
      if (zns.template === null) return undefined;
      const values = { code, minutes, purpose: purposeIn(purpose, locale), name: mailName(brand, locale) };
      const data = zns.parameters.map(({ name, value }) => [name, fillText(value[locale], values)] as const);
      return { template: zns.template, data: Object.fromEntries(data) };
    },
  };
}

export type Messages = ReturnType<typeof createMessages>;

const minutes = String(otpLimits.lifeSeconds / 60);

function purposeIn(purpose: string, locale: Locale): string {
  const known: CodePurpose = isCodePurpose(purpose) ? purpose : 'signin';
  return codePurposes[known][locale];
}

export function mailName(brand: Brand | undefined, locale: Locale): string {
  return brand && isNamed(brand) ? brand.shortName[locale] : 'VID';
}
