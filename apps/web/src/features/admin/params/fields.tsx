import { avatarLimits } from '@vid/contract/limits';
import { useRef, useState } from 'react';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import type { RawValues } from '#shared/forms/values.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { TextAreaField } from '#shared/ui/fields/text-area-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { FileButton } from '#shared/ui/controls/file-button.tsx';
import { Disclosure } from './disclosure.tsx';

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

type ImageProps = { name: string; label: string; initial: RawValues; typed: RawValues };

export function ImageField({ name, label, initial, typed }: ImageProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const image = safeImageUrl(typed[name] || null, globalThis.location.origin);
  const change = (url: string) => {
    if (input.current === null) return;
    input.current.value = url;
    // The form reads its values on `input`.
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const upload = async (chosen: File) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { url } = await api.post('/vid/api/admin/params/images', { file: chosen });
      change(url);
    } catch (error) {
      setProblem(shownMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-label font-semibold">
        {label} <span className="font-normal text-muted">({t('common.optional')})</span>
      </legend>
      <div className="flex flex-wrap items-center gap-3">
        {image !== null && (
          <img
            src={image}
            alt={t('admin.params.image.current', { label })}
            className="size-16 rounded-control border border-line bg-card object-contain"
          />
        )}
        <FileButton
          look="secondary"
          isBusy={isBusy}
          accept={avatarLimits.types.join(',')}
          label={t(image === null ? 'admin.params.image.upload' : 'admin.params.image.replace')}
          onFile={(file) => void upload(file)}
        />
        {image !== null && (
          <Button look="ghost" onClick={() => change('')} text="admin.params.image.remove" />
        )}
      </div>
      <p className="text-sm text-muted">{t('admin.params.image.hint')}</p>
      <Alert text={problem} />
      <Disclosure isOpen={isOpen} onToggle={setIsOpen} title={t('admin.params.image.elsewhere')} field={name}>
        <TextField
          ref={input}
          name={name}
          label={t('admin.params.image.address')}
          isOptional
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          maxLength={1024}
          defaultValue={initial[name]}
        />
      </Disclosure>
    </fieldset>
  );
}
