import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { useAuth } from '#state/auth.ts';
import { download, print } from './keep-codes.ts';
import { StepHeading } from './step-heading.tsx';

/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const text = [t('twoStep.codes.file', { phone: formatPhone(phone) }), '', ...codes, ''].join('\n');
  const ways = [
    ['twoStep.codes.download', () => download(text)],
    ['twoStep.codes.copy', () => void copyText(text, 'twoStep.copied')],
    ['twoStep.codes.print', () => print(text)],
  ] as const;
  return (
    <div className="grid gap-4">
      <StepHeading title={t('twoStep.codes.title')} />
      <p className="max-w-[60ch] text-muted">{t('twoStep.codes.lead')}</p>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-2 rounded-control bg-bg px-4 py-3">
        {codes.map((code) => (
          <li key={code} dir="ltr" className="digits font-semibold select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {ways.map(([key, act]) => (
          <Button key={key} look="secondary" className="w-full sm:w-auto" onClick={act}>
            {t(key)}
          </Button>
        ))}
      </div>
      <Button className="w-full justify-self-start sm:w-auto" onClick={onDone}>
        {t('twoStep.codes.done')}
      </Button>
    </div>
  );
}
