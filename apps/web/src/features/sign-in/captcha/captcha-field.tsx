import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { WorkLevel } from '#shared/api/api-failure.ts';
import { renderMessage } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { IconButton, LinkButton } from '#shared/ui/controls/button.tsx';
import { Field, useControl } from '#shared/ui/fields/field.tsx';
import { useCaptchaState } from '#state/captcha.ts';
import { type Captcha, useCaptcha } from './use-captcha.ts';
import { Icon } from '#shared/ui/display/icons.tsx';

export type SpendCaptcha = Captcha['spend'];

/** The captcha of the password sign-in. It loads on demand, so the form calls `spend` through the ref. */
export function SignInCaptcha({ ref, level }: { ref: Ref<SpendCaptcha>; level: WorkLevel }) {
  const captcha = useCaptcha('signin', level);
  useImperativeHandle(ref, () => captcha.spend);
  const { prepare } = captcha;
  // Ask the server for a challenge at once, because the user has already used the form when this captcha appears.
  useEffect(() => prepare(), [prepare]);
  return <CaptchaField captcha={captcha} />;
}

/**
 * Shows the security check of a form, or nothing while proof of work suffices. The work starts when the user touches
 * the form, or at once if the user typed into it before the script ran. The typed answer of a picture is the form value
 * `captcha`.
 */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { prepare } = captcha;
  // Listens to input in the enclosing form. Must be a layout effect, to see what the user typed into the prerendered
  // page before the page fills in remembered values.
  useLayoutEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return undefined;
    form.addEventListener('input', prepare);
    form.addEventListener('pointerdown', prepare);
    const texts = [...form.querySelectorAll('input')].filter(
      ({ type }) => type !== 'checkbox' && type !== 'radio',
    );
    if (texts.some(({ value, defaultValue }) => value !== defaultValue)) prepare();
    return () => {
      form.removeEventListener('input', prepare);
      form.removeEventListener('pointerdown', prepare);
    };
  }, [prepare]);
  return (
    // With `display: contents`, an empty captcha takes no space between the fields.
    <div ref={place} className="contents">
      {captcha.isPictureShown && (
        <div>
          <PictureField captcha={captcha} />
          <LinkButton className="mt-2 text-start text-sm" onClick={captcha.chooseWork}>
            {t('captcha.withoutPicture')}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

function PictureField({ captcha }: { captcha: Captcha }) {
  const t = useT();
  const { pictureError, pictureCount } = captcha;
  const captchaImage = useCaptchaState((state) => state.captchaImage);
  const label = t('captcha.label');
  const ids = useControl({ name: 'captcha', label, hint: t('captcha.hint') });
  const input = useRef<HTMLInputElement>(null);
  // Clears the input in the DOM, where an uncontrolled input keeps its value: the typed answer belongs to the previous
  // picture.
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
          icon={<Icon name="refresh" />}
          label={t('captcha.refresh')}
          onClick={() => {
            captcha.refreshPicture();
            // Focus the field, because the user types the new code next.
            input.current?.focus();
          }}
        />
      </div>
      <output className={pictureError === null ? 'sr-only' : 'mt-2 block text-sm text-danger'}>
        {pictureError === null ? pictureCount > 1 && t('captcha.refreshed') : renderMessage(pictureError)}
      </output>
    </Field>
  );
}
