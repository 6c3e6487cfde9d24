import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';

export function ReferralCode({ code }: { code: string }) {
  const t = useT();
  return (
    <>
      <h3 className="text-label">{t('account.referralCode')}</h3>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-control bg-bg py-2 ps-4 pe-2">
        <bdi
          dir="ltr"
          translate="no"
          className="digits text-lg font-semibold tracking-[0.05em] break-all select-all sm:text-2xl"
        >
          {code}
        </bdi>
        <Button look="secondary" className="min-h-11" onClick={() => void copyText(code, 'account.copied')}>
          {t('account.copy')}
          <span className="sr-only"> {t('account.referralCode')}</span>
        </Button>
      </div>
    </>
  );
}
