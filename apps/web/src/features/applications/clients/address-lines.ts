import { ApiFailure, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { lookUp } from '#shared/i18n/i18n.ts';

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Rethrows a refusal with the line number and the reason in one text. The server counts addresses from 0. */
export function throwByLine(error: unknown): never {
  if (!(error instanceof ApiFailure)) throw error;
  const found = Object.entries(error.fields).flatMap(([name, text]) => {
    const [field = '', index] = name.split('.');
    return index === undefined ? [] : [{ field, index: Number(index), text }];
  });
  const [first] = found;
  if (!first) throw error;
  const texts = found
    .filter(({ field }) => field === first.field)
    .map(({ index, text }) =>
      first.field === 'backchannelLogoutUri' ? text : lookUp('apps.clients.line', { line: index + 1, text }),
    );
  throw new FieldRefusal(first.field, texts.join(' ') || failureText(error), error);
}
