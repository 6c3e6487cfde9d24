import { type Check, type CheckedDecision, requiredChecks } from '@vid/contract/checks';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { ticked } from '#shared/forms/rules.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { Checkbox } from '#shared/ui/fields/checkbox.tsx';
import { authorName } from '#features/admin/audit/audit-log.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { cx } from '#shared/lib/cx.ts';
import { KeyHint, useShortcut } from './queue-keys.tsx';

export const twoCards = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[44rem]:grid-cols-2';

export const checkRules = (decision: CheckedDecision) =>
  v.object(
    Object.fromEntries(
      requiredChecks[decision].map((check) => [check, ticked(message('admin.queue.check.required'))]),
    ),
  ) satisfies v.GenericSchema<RawValues, unknown>;

export function CheckBoxes({ decision }: { decision: CheckedDecision }) {
  const t = useT();
  const checks: readonly Check[] = requiredChecks[decision];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-label text-muted">{t('admin.queue.check.lead')}</legend>
      {checks.map((check) => (
        <Checkbox key={check} name={check} label={t(`admin.check.${check}`)} />
      ))}
    </fieldset>
  );
}

const ignore = () => undefined;

type Props = {
  decision: CheckedDecision;
  action: PlainKey;
  isPending: boolean;
  /** Changes whenever the shown data changes, which clears the ticks made for earlier data. */
  revision: string;
  onApprove: () => Promise<unknown>;
  children: ReactNode;
};

/** Approves a case only if every box is ticked, and otherwise shows an error at each unticked box. */
export function DecisionForm({ decision, action, isPending, revision, onApprove, children }: Props) {
  const t = useT();
  const form = useForm({
    id: 'decision',
    schema: checkRules(decision),
    // The caller shows a failure outside this form, because new data clears the form.
    onSubmit: () => onApprove().then(ignore, ignore),
  });
  return (
    <>
      <Form key={revision} form={form}>
        <CheckBoxes decision={decision} />
      </Form>
      {/* The buttons are outside the form, because their dialogs have forms and forms must not nest. */}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" form={form.state.id} isBusy={isPending} aria-keyshortcuts={useShortcut('a')}>
          {t(action)}
          <KeyHint letter="a" />
        </Button>
        {children}
      </div>
    </>
  );
}

export type Finding = { readonly key: string; readonly isDoubtful: boolean; readonly text: ReactNode };

/** Shows VID's findings about the declared data. A finding is never an approval, so none is shown as a success. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="grid gap-3">
      {findings.map(({ key, isDoubtful, text }) => (
        <li key={key} className="flex items-start gap-3 text-label">
          <PageIcon
            name={isDoubtful ? 'alert' : 'info'}
            className={cx('mt-0.5', isDoubtful ? 'text-accent' : 'text-muted')}
          />
          <div className="min-w-0 wrap-anywhere">{text}</div>
        </li>
      ))}
    </ul>
  );
}

export function DeclaredValues({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  const t = useT();
  return (
    <dl className="grid items-baseline grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {Object.entries(items).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-label text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value || <span className="text-muted">{t('common.none')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Copied({ text, children = text }: { text: string; children?: string }) {
  const t = useT();
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="min-w-0 wrap-anywhere">{children}</bdi>
      <LinkButton
        aria-label={t('admin.queue.copy.of', { value: children })}
        onClick={() => void copyText(text, 'admin.queue.copied')}
        className="text-sm"
        text="admin.queue.copy"
      />
    </span>
  );
}

type CheckedByProps = { checkedAt: string | null; checkedBy: Parameters<typeof authorName>[0] };

export function CheckedBy({ checkedAt, checkedBy }: CheckedByProps) {
  const t = useT();
  if (checkedAt === null) return null;
  return (
    <p className="mt-4 text-sm text-muted">
      {t('admin.queue.checked', { name: authorName(checkedBy, t), time: formatDateTime(checkedAt) })}
    </p>
  );
}
