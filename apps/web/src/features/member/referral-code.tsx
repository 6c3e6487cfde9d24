import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';

export function ReferralCode({ code }: { code: string | undefined }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-bg py-2 ps-3 pe-2">
      <bdi dir="ltr" translate="no" className="digits text-lg font-semibold break-all select-all">
        {code ?? <Bone text="0000000000" />}
      </bdi>
      <Button
        look="secondary"
        className="min-h-11"
        onClick={() => code !== undefined && void copyText(code, 'account.copied')}
      >
        {t('account.copy')}
        <span className="sr-only"> {t('account.referralCode')}</span>
      </Button>
    </div>
  );
}
