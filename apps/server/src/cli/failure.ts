import { errorTextsEn, fieldTextsEn } from '@vid/contract/messages/en';
import type { AppError } from '#lib/app-error.ts';

/** A refusal as the operator reads it. */
export function describeFailure(error: AppError): string {
  const fields = Object.entries(error.fields ?? {}).map(
    ([name, reason]) => `  ${name}: ${fieldTextsEn[reason]}`,
  );
  return [`${errorTextsEn[error.code]} (${error.code})`, ...fields].join('\n');
}
