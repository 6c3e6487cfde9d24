import * as v from 'valibot';
import { Form } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import type { Act } from './privacy.ts';

const maxText = 2_000;
const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(message('admin.privacy.text.required')),
  v.maxLength(maxText),
);

type Props = {
  readonly kind: Act['kind'];
  readonly maxDays: number;
  readonly onClose: () => void;
  /** Rejects with the failure to show in the dialog. */
  readonly onAct: (act: Act) => Promise<void>;
};

/** Asks for the text that the member reads, and for the days of an extension. */
export function ActDialog({ kind, ...rest }: Omit<Props, 'kind'> & { readonly kind: Act['kind'] | null }) {
  const t = useT();
  return (
    <Dialog
      isOpen={kind !== null}
      onClose={rest.onClose}
      title={kind === null ? '' : t(`admin.privacy.${kind}.title`)}
      lead={kind !== null && t(`admin.privacy.${kind}.lead`)}
    >
      {kind === 'extend' && <ExtendForm kind={kind} {...rest} />}
      {kind !== null && kind !== 'extend' && <TextForm kind={kind} {...rest} />}
    </Dialog>
  );
}

function TextForm({ kind, onClose, onAct }: Props & { readonly kind: 'answer' | 'done' | 'declined' }) {
  const t = useT();
  const form = useForm({
    id: 'privacy-act',
    schema: v.object({ text }),
    onSubmit: (typed) => onAct({ kind, text: typed.text }),
  });
  return (
    <Form form={form}>
      <TextAreaField
        name="text"
        label={t('admin.privacy.text')}
        hint={t('admin.privacy.text.hint')}
        rows={5}
        maxLength={maxText}
      />
      <Buttons kind={kind} onClose={onClose} />
    </Form>
  );
}

function ExtendForm({ kind, maxDays, onClose, onAct }: Props & { readonly kind: 'extend' }) {
  const t = useT();
  const range = message('admin.privacy.days.range', { count: maxDays });
  const days = v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,2}$/u, range),
    v.transform(Number),
    v.minValue(1, range),
    v.maxValue(maxDays, range),
  );
  const form = useForm({
    id: 'privacy-extend',
    schema: v.object({ days, text }),
    onSubmit: (typed) => onAct({ kind, ...typed }),
  });
  return (
    <Form form={form}>
      <TextField
        name="days"
        label={t('admin.privacy.days')}
        hint={t('admin.privacy.days.hint', { count: maxDays })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
      />
      <TextAreaField
        name="text"
        label={t('admin.reason')}
        hint={t('admin.privacy.text.hint')}
        rows={4}
        maxLength={maxText}
      />
      <Buttons kind={kind} onClose={onClose} />
    </Form>
  );
}

function Buttons({ kind, onClose }: Pick<Props, 'kind' | 'onClose'>) {
  const t = useT();
  return (
    <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
      <Button look="secondary" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <SubmitButton isWide={false} look={kind === 'declined' ? 'danger' : 'primary'}>
        {t(`admin.privacy.${kind}.action`)}
      </SubmitButton>
    </div>
  );
}
