import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { WorkLevel } from '#shared/api/api-failure.ts';
import { renderMessage } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton, LinkButton } from '#shared/ui/button.tsx';
import { Field, labelClass, useControl } from '#shared/ui/fields/field.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { Spinner } from '#shared/ui/feedback/spinner.tsx';
import { type Captcha, useCaptcha } from './use-captcha.ts';

export type SpendCaptcha = Captcha['spend'];

/**
 * The captcha of the password sign-in, which requires one only after failed attempts. The component is loaded on
 * demand, so the form calls `spend` through the ref.
 */
export function SignInCaptcha({ ref, level }: { ref: Ref<SpendCaptcha>; level: WorkLevel }) {
  const captcha = useCaptcha('signin', level);
  useImperativeHandle(ref, () => captcha.spend);
  return <CaptchaField captcha={captcha} />;
}

/** The security check of a form. The typed answer is the form value `captcha`. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const t = useT();
  const isPicture = captcha.method === 'picture';
  return (
    <div>
      {isPicture ? <PictureField captcha={captcha} /> : <WorkStatus captcha={captcha} />}
      <LinkButton className="mt-2 text-sm" onClick={isPicture ? captcha.chooseWork : captcha.choosePicture}>
        {t(isPicture ? 'captcha.withoutPicture' : 'captcha.withPicture')}
      </LinkButton>
    </div>
  );
}

function PictureField({ captcha }: { captcha: Captcha }) {
  const t = useT();
  const { captchaImage, pictureError, pictureCount } = captcha;
  const label = t('captcha.label');
  const ids = useControl({ name: 'captcha', label, hint: t('captcha.hint') });
  const input = useRef<HTMLInputElement>(null);
  // The typed answer belongs to the previous picture. The input is uncontrolled, so it is cleared in the DOM.
  useEffect(() => {
    if (input.current && pictureCount > 1) input.current.value = '';
  }, [pictureCount]);
  return (
    <Field ids={ids} label={label} hint={t('captcha.hint')}>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          className="control min-w-28 flex-1"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={8}
          enterKeyHint="done"
          {...ids.control}
        />
        <div className="grid h-13 w-33 max-w-full shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-soft">
          {captchaImage !== null && (
            <img
              src={captchaImage}
              alt={t('captcha.image')}
              width={132}
              height={52}
              className="size-full object-cover"
            />
          )}
        </div>
        <IconButton
          icon="refresh"
          label={t('captcha.refresh')}
          onClick={() => {
            captcha.refreshPicture();
            // The user types the new code next.
            input.current?.focus();
          }}
        />
      </div>
      <output className={pictureError === null ? 'sr-only' : 'mt-1.5 block text-sm text-danger'}>
        {pictureError === null ? pictureCount > 1 && t('captcha.refreshed') : renderMessage(pictureError)}
      </output>
    </Field>
  );
}

const workTexts = {
  idle: 'captcha.noPictureHint',
  working: 'captcha.working',
  done: 'captcha.done',
  failed: 'captcha.failed',
} as const;

function WorkStatus({ captcha: { workState, chooseWork } }: { captcha: Captcha }) {
  const t = useT();
  return (
    <div>
      <p className={labelClass}>{t('captcha.label')}</p>
      <div className="mt-1.5 flex min-h-13 items-center gap-3 rounded-control border border-line bg-soft px-4 py-2">
        {workState === 'working' && <Spinner className="text-brand" />}
        {workState === 'done' && <Icon name="success" className="text-success" />}
        {workState === 'failed' && <Icon name="alert" className="text-danger" />}
        <output className="block min-w-0 flex-1 text-label">{t(workTexts[workState])}</output>
        {workState === 'failed' && <LinkButton onClick={chooseWork}>{t('captcha.again')}</LinkButton>}
      </div>
    </div>
  );
}
