import { errorRegistry, type ErrorBody, type ErrorCode } from '@vid/contract/errors';
import { fieldReasons, type FieldReason } from '@vid/contract/field-reasons';
import type { Locale } from '@vid/contract/limits';
import type { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/telemetry/counted.ts';

export function toProblem(
  error: AppError,
  locale: Locale,
  requestId: string,
): { status: number; body: ErrorBody } {
  const { code, fields, details, retryAfterSeconds } = error;
  const body: ErrorBody = {
    error: errorRegistry[code][locale].replace('{wait}', describeWait(retryAfterSeconds ?? 60, locale)),
    message: code,
    requestId,
  };
  if (fields) {
    body.fields = Object.fromEntries(
      Object.entries(fields).map(([name, reason]: [string, FieldReason]) => [
        name,
        fieldReasons[reason][locale],
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
