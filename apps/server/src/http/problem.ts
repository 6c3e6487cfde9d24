import type { ErrorBody, ErrorCode, FieldReason } from '@vid/contract/errors';
import { errorRegistry } from '@vid/contract/errors';
import type { Locale } from '@vid/contract/limits';
import { errorTextsEn, fieldTextsEn } from '@vid/contract/messages/en';
import { errorTextsVi, fieldTextsVi } from '@vid/contract/messages/vi';
import type { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/counted.ts';

const texts = {
  vi: { error: errorTextsVi, field: fieldTextsVi },
  en: { error: errorTextsEn, field: fieldTextsEn },
};

/** Returns the status and body of a failure, in the caller's language. Never echoes input. */
export function toProblem(
  error: AppError,
  locale: Locale,
  requestId: string,
): { status: number; body: ErrorBody } {
  const { code, fields, details, retryAfterSeconds } = error;
  const body: ErrorBody = {
    error: texts[locale].error[code].replace('{wait}', describeWait(retryAfterSeconds ?? 60, locale)),
    message: code,
    requestId,
  };
  if (fields) {
    body.fields = Object.fromEntries(
      Object.entries(fields).map(([name, reason]: [string, FieldReason]) => [
        name,
        texts[locale].field[reason],
      ]),
    );
  }
  if (details || retryAfterSeconds !== undefined) {
    body.details = { ...details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  }
  return { status: statusOf(code), body };
}

export function statusOf(code: ErrorCode): number {
  return errorRegistry[code].status;
}

function describeWait(seconds: number, locale: Locale): string {
  const [amount, unit] =
    seconds < 90
      ? [Math.max(1, seconds), { vi: 'giây', en: 'second' }]
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), { vi: 'phút', en: 'minute' }]
        : [Math.ceil(seconds / 3_600), { vi: 'giờ', en: 'hour' }];
  return locale === 'vi' ? `${amount} ${unit.vi}` : counted(amount, unit.en);
}
