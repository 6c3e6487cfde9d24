import {
  findTextProblem,
  hasBrowserLine,
  maxLengthOf,
  measureSms,
} from '@vid/contract/messages/message-texts.policy';
import { isSms, textOf, type TextId } from '@vid/contract/messages/message-texts';
import type { Locale } from '@vid/contract/limits';
import type { Text } from '@vid/contract/messages/words';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { fillSample } from './sample-values.ts';

/** Returns the reason why a text cannot be saved; undefined if it can be saved. */
export function problemOf(t: Translate, id: TextId, text: string): string | undefined {
  const problem = findTextProblem(id, text);
  if (!problem) return undefined;
  if (problem.kind === 'missing' || problem.kind === 'unknown')
    return t(`admin.messages.problem.${problem.kind}`, { placeholder: problem.placeholder });
  if (problem.kind === 'too-long') return t('errors.tooLong', { count: maxLengthOf(id) });
  return t(`admin.messages.problem.${problem.kind}`);
}

type Props = {
  readonly id: TextId;
  readonly text: string;
  readonly language: Locale;
  readonly names: { readonly name: Text; readonly shortName: Text };
};

export function TextPreview({ id, text, language, names }: Props) {
  const t = useT();
  const problem = problemOf(t, id, text);
  const filled = fillSample(id, text, language, names);
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{t('admin.params.preview')}</p>
      <p
        lang={language}
        className="w-fit max-w-full rounded-control bg-soft px-4 py-3 whitespace-pre-line wrap-anywhere"
      >
        {filled}
      </p>
      {problem !== undefined && <p className="text-sm text-danger">{problem}</p>}
      {isSms(id) && <SmsFacts filled={filled} />}
      {textOf(id).medium === 'code' && !hasBrowserLine(text) && (
        <Notice>{t('admin.messages.noBrowserLine', { line: '@{{host}} #{{code}}' })}</Notice>
      )}
    </div>
  );
}

function SmsFacts({ filled }: { filled: string }) {
  const t = useT();
  const { alphabet, length, parts } = measureSms(filled);
  return (
    <p className={parts > 1 || alphabet === 'ucs2' ? 'text-sm text-accent' : 'text-sm text-muted'}>
      {t(`admin.messages.size.${alphabet}`, { length, parts })}
    </p>
  );
}
