import { avatarLimits } from '@vid/contract/limits';
import { useRef, useState } from 'react';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';

export function FieldInBoth({
  name,
  label,
  hint,
  initial,
  isOptional,
  isLong = false,
  maxLength,
}: {
  name: string;
  label: string;
  hint?: string;
  initial: RawValues;
  isOptional?: boolean;
  isLong?: boolean;
  maxLength: number;
}) {
  const t = useT();
  const Control = isLong ? TextAreaField : TextField;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['vi', 'en'] as const).map((language) => (
        <Control
          key={language}
          name={`${name}.${language}`}
          label={t(`admin.params.in.${language}`, { label })}
          hint={hint}
          lang={language}
          autoComplete="off"
          maxLength={maxLength}
          isOptional={isOptional}
          defaultValue={initial[`${name}.${language}`]}
        />
      ))}
    </div>
  );
}

export function ImageField({ name, label, initial }: { name: string; label: string; initial: RawValues }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { url } = await api.post('/vid/api/admin/params/images', { file: chosen });
      if (input.current === null) return;
      input.current.value = url;
      // The form reads its values on `input`.
      input.current.dispatchEvent(new Event('input', { bubbles: true }));
    } catch (error) {
      setProblem(shownMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      <TextField
        ref={input}
        name={name}
        label={label}
        hint={t('admin.params.image.hint')}
        isOptional
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        maxLength={1024}
        defaultValue={initial[name]}
      />
      <Alert text={problem} />
      <div>
        <Button look="secondary" isBusy={isBusy} onClick={() => file.current?.click()}>
          {t('admin.params.image.upload')}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept={avatarLimits.types.join(',')}
        className="hidden"
        aria-label={t('admin.params.image.upload')}
        onChange={(change) => {
          void upload(change.target.files?.[0]);
          // Clear the field, because otherwise choosing the same file again would fire no event.
          change.target.value = '';
        }}
      />
    </div>
  );
}
