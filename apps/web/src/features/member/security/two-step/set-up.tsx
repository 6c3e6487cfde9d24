import { failedWith } from '#shared/api/api-failure.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, linkClass, SubmitButton } from '#shared/ui/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { QrCode } from '#shared/ui/qr-code.tsx';
import { CodeForm } from '#features/sign-in/otp/code-form.tsx';
import { confirmSetup } from './confirm-setup.ts';
import { StepHeading } from './step-heading.tsx';
import type { Setup } from './two-step.ts';

/** Shows the secret of a new authenticator app, and checks the app's first code before it is switched on. */
export function SetUp({
  setup: { secret, uri },
  onDone,
  onCancel,
  onExpired,
}: {
  setup: Setup;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
  onExpired: (error: Error) => void;
}) {
  const t = useT();
  const confirm = async (code: string) => {
    try {
      onDone(await confirmSetup(code));
    } catch (error) {
      if (!failedWith(error, 'TWO_STEP_SETUP_EXPIRED')) throw error;
      onExpired(error);
    }
  };
  return (
    <div className="grid gap-4">
      <StepHeading title={t('twoStep.setUp.title')} />
      <div className="flex flex-wrap gap-x-8 gap-y-6">
        <div className="w-full max-w-60">
          <QrCode text={uri} label={t('twoStep.setUp.qr')} />
        </div>
        <div className="grid min-w-0 flex-1 basis-64 content-start justify-items-start gap-3">
          <p>{t('twoStep.setUp.scan')}</p>
          <a href={uri} className={linkClass}>
            {t('twoStep.setUp.open')}
          </a>
          <p className="text-label text-muted">{t('twoStep.setUp.key')}</p>
          <p className="w-full rounded-control bg-bg px-4 py-3">
            <bdi dir="ltr" className="digits wrap-anywhere select-all">
              {secret.match(/.{1,4}/gu)?.join(' ')}
            </bdi>
          </p>
          <Button
            look="secondary"
            className="w-full sm:w-auto"
            onClick={() => void copyText(secret, 'twoStep.copied')}
          >
            {t('twoStep.setUp.copyKey')}
          </Button>
        </div>
      </div>
      <div className="max-w-96">
        <CodeForm
          from="app"
          label={t('twoStep.code')}
          hint={t('twoStep.setUp.enter')}
          autoFocus={false}
          onCode={confirm}
        >
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <Button look="secondary" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <SubmitButton isWide={false}>{t('twoStep.setUp.submit')}</SubmitButton>
          </div>
        </CodeForm>
      </div>
    </div>
  );
}
