import { useState } from 'react';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';

type Props = {
  code: string | null;
  reference: string | null;
  /** Text that says who needs the reference; by default, the application's developers. */
  hint?: PlainKey | undefined;
};

/** Shows a refusal's error code and its reference number, which the user can copy. The caller validates both. */
export function Reference({ code, reference, hint = 'sso.reference.hint' }: Props) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference ?? '');
      setIsCopied(true);
    } catch {
      // Without the clipboard, the user can select the number and copy it by hand.
    }
  };
  const codeLine = code !== null && <p className="text-sm text-muted">{t('sso.errorCode', { code })}</p>;
  if (reference === null) return codeLine;
  return (
    <div className="mt-2 grid max-w-full justify-items-center gap-2 rounded-control border border-line bg-card px-4 py-4">
      <p className="max-w-full">
        <span className="block text-sm text-muted">{t('sso.reference')}</span>
        <strong dir="ltr" translate="no" className="block text-lg font-semibold break-all select-all digits">
          {reference}
        </strong>
      </p>
      {codeLine}
      <Button look="ghost" onClick={() => void copy()}>
        {isCopied ? t('sso.reference.copied') : t('sso.reference.copy')}
      </Button>
      <p aria-live="polite" className="sr-only">
        {isCopied && t('sso.reference.copied')}
      </p>
      <p className="text-sm text-muted">{t(hint)}</p>
    </div>
  );
}
