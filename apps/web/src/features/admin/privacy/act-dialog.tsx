import * as v from 'valibot';
import { ActionDialog } from '#session/action-dialog.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import type { Act } from './privacy.ts';

const maxText = 2_000;
const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(message('admin.privacy.text.required')),
  v.maxLength(maxText),
);

function extensionRules(maxDays: number) {
  const range = message('admin.privacy.days.range', { count: maxDays });
  const days = v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,2}$/u, range),
    v.transform(Number),
    v.minValue(1, range),
    v.maxValue(maxDays, range),
  );
  return v.object({ days, text });
}
const textRules = v.object({ text, days: v.fallback(v.pipe(v.string(), v.transform(Number)), 0) });

/** Asks for the text that the member reads, and for the days of an extension. Null closes the dialog. */
export function ActDialog({
  kind,
  maxDays,
  onClose,
  onAct,
}: {
  readonly kind: Act['kind'] | null;
  readonly maxDays: number;
  readonly onClose: () => void;
  /** Rejects with the failure to show in the dialog. */
  readonly onAct: (act: Act) => Promise<unknown>;
}) {
  const t = useT();
  const isExtension = kind === 'extend';
  return (
    <ActionDialog
      isOpen={kind !== null}
      onClose={onClose}
      title={kind ? t(`admin.privacy.${kind}.title`) : ''}
      text={kind && t(`admin.privacy.${kind}.lead`)}
      action={kind ? t(`admin.privacy.${kind}.action`) : ''}
      isDangerous={kind === 'declined'}
      rules={isExtension ? extensionRules(maxDays) : textRules}
      onConfirm={async (typed) => {
        if (kind === 'extend') await onAct({ kind, ...typed });
        else if (kind) await onAct({ kind, text: typed.text });
      }}
      done={kind ? `admin.privacy.${kind}.success` : undefined}
    >
      {isExtension && (
        <TextField
          name="days"
          label={t('admin.privacy.days')}
          hint={t('admin.privacy.days.hint', { count: maxDays })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
        />
      )}
      <TextAreaField
        name="text"
        label={t(isExtension ? 'admin.reason' : 'admin.privacy.text')}
        hint={t('admin.privacy.text.hint')}
        rows={isExtension ? 4 : 5}
        maxLength={maxText}
      />
    </ActionDialog>
  );
}
