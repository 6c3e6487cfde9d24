import { avatarLimits } from '@vid/contract/limits';
import { useRef, useState } from 'react';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { FileButton } from '#shared/ui/file-button.tsx';

type Props = {
  name: string;
  label: string;
  hint?: string;
  initial: RawValues;
  isOptional?: boolean;
  isLong?: boolean;
  maxLength: number;
};

export function FieldInBoth({ name, label, hint, initial, isOptional, isLong = false, maxLength }: Props) {
  const t = useT();
  const Control = isLong ? TextAreaField : TextField;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
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
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const upload = async (chosen: File) => {
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
        <FileButton
          look="secondary"
          isBusy={isBusy}
          accept={avatarLimits.types.join(',')}
          label={t('admin.params.image.upload')}
          onFile={(file) => void upload(file)}
        />
      </div>
    </div>
  );
}
