import { useAssociationName } from '#state/association.ts';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { notify } from '#shared/ui/feedback/notify.ts';
import { Card } from '#shared/ui/page/page.tsx';
import { QrCode } from '#shared/ui/display/qr-code.tsx';
import { ReferralCode } from '#features/member/referral-code.tsx';
import { saveQr } from './save-qr.ts';

export function InvitationCard({ code, link }: { code: string; link: string }) {
  const t = useT();
  return (
    <Card title={t('invitations.yours')}>
      <div className="flex flex-wrap gap-x-12 gap-y-8">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="mb-2 text-label">{t('account.referralCode')}</h3>
          <ReferralCode code={code} />
          <h3 className="mt-6 text-label">{t('invitations.link')}</h3>
          <p className="mt-2 rounded-control bg-bg px-4 py-3 text-label">
            <bdi dir="ltr" translate="no" className="wrap-anywhere select-all">
              {link}
            </bdi>
          </p>
          <Send code={code} link={link} />
        </div>
        <Qr code={code} link={link} />
      </div>
    </Card>
  );
}

/** Offers the share sheet if the browser has one; otherwise the main action copies the link. */
function Send({ code, link }: { code: string; link: string }) {
  const t = useT();
  const association = useAssociationName();
  const hasShareSheet = canShare();
  const open = async () => {
    const isDone = await share({
      title: t('invitations.share.title', { association }),
      text: t('invitations.share.text', { association, code }),
      url: link,
    });
    if (!isDone) notify.error(message('invitations.shareFailed'));
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {hasShareSheet && (
        <Button className="w-full sm:w-auto" onClick={() => void open()} text="invitations.share" />
      )}
      <Button
        look={hasShareSheet ? 'secondary' : 'primary'}
        className="w-full sm:w-auto"
        onClick={() => void copyText(link, 'invitations.copied.link')}
        text="invitations.copyLink"
      />
    </div>
  );
}

function Qr({ code, link }: { code: string; link: string }) {
  const t = useT();
  const save = async (format: 'png' | 'svg') => {
    try {
      await saveQr(link, code, format);
    } catch {
      notify.error(message('invitations.saveFailed'));
    }
  };
  return (
    <div className="w-full max-w-60">
      <h3 className="text-label">{t('auth.signIn.way.qr')}</h3>
      <QrCode text={link} label={t('invitations.qr.label', { code })} className="mt-2" />
      <p className="mt-2 text-sm text-muted">{t('invitations.qr.hint')}</p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        {(['png', 'svg'] as const).map((format) => (
          <Button
            key={format}
            look="secondary"
            className="px-3!"
            aria-label={t('invitations.saveNamed', { format: format.toUpperCase() })}
            onClick={() => void save(format)}
          >
            {t('invitations.save', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </div>
  );
}

const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet. Returns false if the sheet failed; closing it is not a failure. */
async function share(data: { title: string; text: string; url: string }): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
