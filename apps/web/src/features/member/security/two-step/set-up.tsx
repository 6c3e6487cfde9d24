import { failedWith } from '#shared/api/api-failure.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { FormButtons } from '#shared/forms/form-buttons.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { api } from '#shared/api/api.ts';
import { cx } from '#shared/lib/cx.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { saveFile } from '#shared/lib/browser/save-file.ts';
import { useAuth } from '#state/auth.ts';
import { Button, buttonClass, linkClass } from '#shared/ui/controls/button.tsx';
import { copyText } from '#shared/ui/feedback/copy-text.ts';
import { QrCode } from '#shared/ui/display/qr-code.tsx';
import { CodeForm } from '#features/sign-in/otp/code-form.tsx';

type Props = {
  setup: Answer<'POST /vid/api/users/two-step/setup'>;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
  onExpired: (error: Error) => void;
};

/** Activates an authenticator app with its first code. The caller shows the heading. */
export function SetUp({ setup: { secret, uri }, onDone, onCancel, onExpired }: Props) {
  const t = useT();
  const confirm = async (code: string) => {
    try {
      const { recoveryCodes } = await api.post('/vid/api/users/two-step/confirm', { body: { code } });
      onDone(recoveryCodes);
    } catch (error) {
      if (!failedWith(error, 'TWO_STEP_SETUP_EXPIRED')) throw error;
      onExpired(error);
    }
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="w-48 shrink-0 max-md:hidden">
          <QrCode text={uri} label={t('twoStep.setUp.qr')} />
        </div>
        {/* A phone cannot scan its own screen, so it opens the authenticator app by the link that the QR code
           contains. */}
        <div className="grid min-w-0 flex-1 basis-60 gap-3">
          <p className="text-muted md:hidden">{t('twoStep.setUp.apps')}</p>
          <p className="max-md:hidden">{t('twoStep.setUp.scan')}</p>
          <a href={uri} className={cx(buttonClass('secondary', true), 'md:hidden')}>
            {t('twoStep.setUp.open')}
          </a>
          <a href={uri} className={cx(linkClass, 'max-md:hidden')}>
            {t('twoStep.setUp.openHere')}
          </a>
          <Key secret={secret} />
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
          <FormButtons action={t('twoStep.setUp.submit')} onCancel={onCancel} />
        </CodeForm>
      </div>
    </div>
  );
}

/** Folds the key, so that the code and its button fit on a phone's first screen. */
function Key({ secret }: { secret: string }) {
  const t = useT();
  return (
    <details className="rounded-control border border-line">
      <summary className="min-h-11 cursor-pointer px-4 py-2 text-label font-semibold">
        {t('twoStep.setUp.key')}
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <bdi dir="ltr" translate="no" className="digits wrap-anywhere select-all">
          {secret.match(/.{1,4}/gu)?.join(' ')}
        </bdi>
        <Button
          look="secondary"
          className="w-full justify-self-start sm:w-auto"
          onClick={() => void copyText(secret, 'twoStep.copied')}
          text="twoStep.setUp.copyKey"
        />
      </div>
    </details>
  );
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const text = [t('twoStep.codes.file', { phone: formatPhone(phone) }), '', ...codes, ''].join('\n');
  const ways = [
    ['twoStep.codes.download', () => download(text)],
    ['account.copy', () => void copyText(text, 'twoStep.copied')],
    ['twoStep.codes.print', () => print(text)],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[65ch] text-muted">{t('twoStep.codes.lead')}</p>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-2 gap-y-1 max-w-[48rem] rounded-control bg-bg px-3 py-2">
        {codes.map((code) => (
          <li key={code} dir="ltr" translate="no" className="font-mono text-sm whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {ways.map(([key, act]) => (
          <Button key={key} look="secondary" className="grow px-3! sm:flex-none" onClick={act} text={key} />
        ))}
      </div>
      <Button className="w-full justify-self-start sm:w-auto" onClick={onDone} text="twoStep.codes.done" />
    </div>
  );
}

/** Downloads text with Windows line endings, which every system reads. */
function download(text: string): void {
  const blob = new Blob([text.replaceAll('\n', '\r\n')], { type: 'text/plain;charset=utf-8' });
  saveFile(blob, 'vid-recovery-codes.txt');
}

/** Prints the text in a separate frame, because printing the page would print all of its content. */
function print(text: string): void {
  const frame = document.createElement('iframe');
  frame.className = 'fixed size-0 border-0 opacity-0';
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  document.body.append(frame);
  const page = frame.contentWindow;
  if (page === null) return;
  const lines = page.document.createElement('pre');
  lines.textContent = text;
  page.document.body.append(lines);
  page.addEventListener('afterprint', () => frame.remove());
  page.print();
}
