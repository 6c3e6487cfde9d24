import { findUnreadable } from '@vid/contract/brand/contrast';
import { paramSchemas, type ParamName, type ParamValues } from '@vid/contract/endpoints/admin/params';
import { readTextKey } from '@vid/contract/messages/message-texts';
import { findTextProblem, findZnsProblem } from '@vid/contract/messages/message-texts.policy';
import { restoredValues } from '@vid/contract/params/restored';
import { Value } from 'typebox/value';
import { AppError } from '#lib/app-error.ts';

/** Control characters, and marks that change the direction of text. */
const invisible = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

const withLines: ReadonlySet<ParamName> = new Set(['messages']);

const checks: { [K in ParamName]: (value: ParamValues[K], current: ParamValues[K]) => void } = {
  brand({ logo, colours }) {
    if (!isImageAddress(logo)) refuse('logo');
    const pair = colours && findUnreadable(colours);
    if (!pair) return;
    const ratio = Math.floor(pair.ratio * 100) / 100;
    throw new AppError('CONTRAST_TOO_LOW', { details: { theme: pair.theme, pair: pair.pair, ratio } });
  },
  contact({ phone, email }) {
    if (phone !== null && !/^\+?[0-9 .()-]{3,24}$/u.test(phone)) refuse('phone');
    if (email !== null && !/^[^\s@<>"]+@[^\s@<>"]+$/u.test(email)) refuse('email');
  },
  slides(slides) {
    if (!slides.every(({ image }) => isImageAddress(image))) refuse('image');
  },
  provinces(provinces, current) {
    const added = provinces.filter(({ code }) => !current.some((known) => known.code === code));
    if (!keepsCodes(provinces, current) || !added.every(({ code }) => /^[0-9]{2}$/u.test(code)))
      refuse('code');
    if (provinces.every(({ isDisabled }) => isDisabled)) refuse('isDisabled');
    if (!provinces.every(({ registerUrl }) => registerUrl === undefined || isWebAddress(registerUrl)))
      refuse('registerUrl');
  },
  messages(texts) {
    if (new Set(texts.map(({ code }) => code)).size < texts.length) refuse('code');
    for (const { code, vi, en } of texts) {
      const id = readTextKey(code)?.id;
      if (id === undefined || (vi === '' && en === '')) refuse('code');
      for (const text of [vi, en]) if (text !== '' && findTextProblem(id, text)) refuse(code);
    }
  },
  zns(zns) {
    if (findZnsProblem(zns) || new Set(zns.parameters.map(({ name }) => name)).size < zns.parameters.length)
      refuse('parameters');
    if (zns.template === null && zns.parameters.length > 0) refuse('template');
  },
  objects(objects, current) {
    // No member kind can be added or removed, because applications expect exactly the built-in kinds.
    if (!keepsCodes(objects, current) || objects.length > current.length) refuse('code');
    if (objects.every(({ isDisabled }) => isDisabled)) refuse('isDisabled');
  },
};

/**
 * Validates the new value of a section, and returns it as it is stored, with trimmed texts in NFC.
 * @throws AppError VALIDATION_FAILED; CONTRAST_TOO_LOW with the pair of colours and its ratio
 */
export function checkParam<K extends ParamName>(
  name: K,
  value: unknown,
  current: ParamValues[K],
): ParamValues[K] {
  const cleaned = clean(value, withLines.has(name));
  if (!isValueOf(name, cleaned)) return refuse('value');
  checks[name](cleaned, current);
  return cleaned;
}

/**
 * Validates an earlier value of a section again; null stands for the built-in value.
 * @throws AppError VALIDATION_FAILED, CONTRAST_TOO_LOW
 */
export function checkRestored<K extends ParamName>(
  name: K,
  earlier: unknown,
  { current, builtIn }: { readonly current: ParamValues[K]; readonly builtIn: ParamValues[K] },
): ParamValues[K] | null {
  const value = earlier ?? builtIn;
  if (!isValueOf(name, value)) return refuse('value');
  const restored = restoredValues[name](value, current);
  return restored === builtIn ? null : checkParam(name, restored, current);
}

function isValueOf<K extends ParamName>(name: K, value: unknown): value is ParamValues[K] {
  return Value.Check(paramSchemas[name], value);
}

function clean(value: unknown, hasLines: boolean): unknown {
  if (typeof value === 'string') {
    const text = value.normalize('NFC').replaceAll('\r\n', '\n').trim();
    return invisible.test(hasLines ? text.replaceAll('\n', '') : text) || !text.isWellFormed()
      ? refuse('value')
      : text;
  }
  if (Array.isArray(value)) return value.map((item) => clean(item, hasLines));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, hasLines)]));
}

/** Returns whether an image URL is null, an https URL without credentials, or a path on this origin. */
function isImageAddress(address: string | null): boolean {
  if (address === null) return true;
  if (/^\/(?![/\\])/u.test(address)) return true;
  return /^https:/iu.test(address) && isWebAddress(address);
}

/** Returns whether a URL is absolute and has no credentials. The contract checks its scheme. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

type Coded = readonly { readonly code: string }[];

/**
 * Returns whether new entries keep all codes, which accounts refer to, and use no code twice. Names may change.
 */
function keepsCodes(entries: Coded, current: Coded): boolean {
  const codes = new Set(entries.map(({ code }) => code));
  return codes.size === entries.length && current.every(({ code }) => codes.has(code));
}

function refuse(field: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'format' } });
}
