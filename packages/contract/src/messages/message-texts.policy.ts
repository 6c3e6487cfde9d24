import type { Carrier } from '../endpoints/admin/sms-shapes.ts';
import type { Locale } from '../limits.ts';
import { browserLine, isSms, textOf, type TextId } from './message-texts.ts';

/**
 * A text that an administrator has changed. An empty language falls back to the text that it would replace.
 */
export type ChangedText = { readonly code: string; readonly vi: string; readonly en: string };

export type ChangedTexts = ReadonlyMap<string, Readonly<Record<Locale, string>>>;

/**
 * Returns the text to send: the text of the carrier, or else the text for all carriers, or else the text that the
 * purpose shares with others (first for the carrier, then for all carriers), or else the built-in text.
 */
export function chooseText(
  changed: ChangedTexts,
  id: TextId,
  { locale, carrier }: { readonly locale: Locale; readonly carrier?: Carrier | undefined },
): string {
  const { parent, builtIn } = textOf(id);
  const ids = parent === undefined ? [id] : [id, parent];
  const keys = ids.flatMap((one) => (carrier === undefined ? [one] : [`${one}@${carrier}`, one]));
  return keys.map((key) => changed.get(key)?.[locale]).find(Boolean) ?? builtIn[locale];
}

const placeholder = /\{\{(\w+)\}\}/gu;

/** Fills in the placeholders. A value is inserted as it is, even if it looks like a placeholder. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, name: string) => values[name] ?? whole);
}

export const textLimits = { sms: 480, subject: 120, mail: 2_000 } as const;

export function maxLengthOf(id: TextId): number {
  const { medium } = textOf(id);
  return textLimits[medium === 'code' ? 'sms' : medium];
}

/**
 * `missing`: a required placeholder is missing. `unknown`: the text has another placeholder, or a brace outside a
 * placeholder. `digits`: the text of a code has four digits in a row, which phones would offer as the code. `lines`: a
 * subject has several lines. `link`: the text contains a web address. With the stolen session of an administrator,
 * an intruder could otherwise send every member to another site.
 */
export type TextProblem =
  | { readonly kind: 'missing' | 'unknown'; readonly placeholder: string }
  | { readonly kind: 'too-long' | 'digits' | 'lines' | 'link' };

export function findTextProblem(id: TextId, text: string): TextProblem | undefined {
  const { medium, required, optional } = textOf(id);
  if (text.length > maxLengthOf(id)) return { kind: 'too-long' };
  const problem = findPlaceholderProblem(text, { required, optional });
  if (problem) return problem;
  if (medium === 'subject' && text.includes('\n')) return { kind: 'lines' };
  if (hasLink(id, text)) return { kind: 'link' };
  return medium === 'code' && /\d(?:[ .-]?\d){3}/u.test(text) ? { kind: 'digits' } : undefined;
}

const webAddress = /:\/\/|www\./iu;
/** Phones turn host names into links, and browsers take the code of an SMS for the host after an `@`. */
const hostName = /@|[\p{L}\d]\.(?:\p{Ll}{2,}|VN|COM|NET|ORG|INFO)(?!\p{L})/u;
const mailAddress = /[\w.+-]+@[\w.-]+/gu;

/** An e-mail may name an address for questions. */
function hasLink(id: TextId, text: string): boolean {
  const rest = text.replace(browserLine, '').replaceAll(placeholder, '');
  return webAddress.test(rest) || hostName.test(isSms(id) ? rest : rest.replaceAll(mailAddress, ''));
}

function findPlaceholderProblem(
  text: string,
  { required, optional }: { readonly required: readonly string[]; readonly optional: readonly string[] },
): TextProblem | undefined {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name);
  const unknown = names.find((name) => !required.includes(name) && !optional.includes(name));
  const brace = /\{+[^{}]*\}*|\}+/u.exec(text.replaceAll(placeholder, ''))?.[0];
  if (unknown !== undefined || brace !== undefined)
    return { kind: 'unknown', placeholder: unknown === undefined ? (brace ?? '') : `{{${unknown}}}` };
  const missing = required.find((name) => !names.includes(name));
  return missing === undefined ? undefined : { kind: 'missing', placeholder: `{{${missing}}}` };
}

/** Returns whether browsers can fill in the code of this text. */
export function hasBrowserLine(text: string): boolean {
  return text.split('\n').at(-1) === browserLine;
}

export type SmsSize = {
  readonly alphabet: 'gsm7' | 'ucs2';
  /** Length in charged characters: some characters of the GSM alphabet count twice. */
  readonly length: number;
  /** Number of charged messages. */
  readonly parts: number;
};

const basic = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/u;
const extended = '\f^{}\\[~]|€';

/**
 * Measures an SMS (3GPP TS 23.038): 160 characters of the GSM 7-bit alphabet, or 153 for each part of a longer text. Any
 * other character lowers these limits to 70 and 67. A character of two units is not split between parts.
 */
export function measureSms(text: string): SmsSize {
  const characters = Array.from(text);
  const isGsm = characters.every((one) => basic.test(one) || extended.includes(one));
  const units = characters.map((one) => (isGsm ? (extended.includes(one) ? 2 : 1) : one.length));
  const length = units.reduce((sum, unit) => sum + unit, 0);
  const [single, joined] = isGsm ? [160, 153] : [70, 67];
  const alphabet = isGsm ? 'gsm7' : 'ucs2';
  if (length <= single) return { alphabet, length, parts: 1 };
  let [parts, used] = [1, 0];
  for (const unit of units) {
    if (used + unit > joined) [parts, used] = [parts + 1, 0];
    used += unit;
  }
  return { alphabet, length, parts };
}

/**
 * Fills in an SMS. `{{origin}}` becomes the longest of `origins` (longest first) that needs neither a further part nor
 * another alphabet, or nothing.
 */
export function fillSms(
  text: string,
  values: Readonly<Record<string, string>>,
  origins: readonly string[] = [],
): string {
  const without = fillText(text, { ...values, origin: '' });
  const { parts, alphabet } = measureSms(without);
  const fits = (filled: string): boolean => {
    const size = measureSms(filled);
    return size.parts === parts && size.alphabet === alphabet;
  };
  return origins.map((origin) => fillText(text, { ...values, origin })).find(fits) ?? without;
}

/**
 * Returns the texts to store. A language whose text equals the text that it replaces is left empty, and a text without
 * any language is left out.
 */
export function changedTexts(
  saved: readonly ChangedText[],
  id: TextId,
  typed: readonly ChangedText[],
): readonly ChangedText[] {
  const others = saved.filter(({ code }) => code !== id && !code.startsWith(`${id}@`));
  const map = toMap(others);
  const kept = typed.map(({ code, vi, en }) => {
    const hasCarrier = isSms(id) && code !== id;
    const former = (locale: Locale): string => (hasCarrier ? '' : chooseText(map, id, { locale }));
    return { code, vi: vi === former('vi') ? '' : vi, en: en === former('en') ? '' : en };
  });
  return [...others, ...kept.filter(({ vi, en }) => vi !== '' || en !== '')].toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  );
}

export function toMap(texts: readonly ChangedText[]): ChangedTexts {
  return new Map(texts.map(({ code, vi, en }) => [code, { vi, en }]));
}

/** A ZNS template. Zalo rejects a message that lacks one of the template’s parameters. */
export type ZnsTemplate = {
  readonly template: string | null;
  readonly parameters: readonly { readonly name: string; readonly value: Readonly<Record<Locale, string>> }[];
};

const znsPlaceholders = { required: [], optional: ['code', 'name', 'purpose', 'minutes'] };

/**
 * Returns the problem of a template, with the index of its parameter (undefined if no parameter is the code);
 * undefined for a valid template. A template needs a parameter whose whole value is the code. Without a
 * template, the settings of the server apply.
 */
export function findZnsProblem({
  template,
  parameters,
}: ZnsTemplate): { readonly index: number | undefined; readonly problem: TextProblem } | undefined {
  for (const [index, { value }] of parameters.entries()) {
    const problem =
      findPlaceholderProblem(value.vi, znsPlaceholders) ?? findPlaceholderProblem(value.en, znsPlaceholders);
    if (problem) return { index, problem };
  }
  if (template === null) return undefined;
  const hasCode = parameters.some(({ value }) => value.vi === '{{code}}' && value.en === '{{code}}');
  return hasCode ? undefined : { index: undefined, problem: { kind: 'missing', placeholder: '{{code}}' } };
}
