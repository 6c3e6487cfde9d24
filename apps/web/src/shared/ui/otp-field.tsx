import { OTPField } from '@base-ui/react/otp-field';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormState } from '../forms/form-context.ts';
import { useT } from '../i18n/use-t.ts';
import { cx } from '../lib/cx.ts';
import { FieldError, labelClass, useControl } from './field.tsx';
import { receiveSmsCode } from './web-otp.ts';

const length = 6;

/** "１２３-４ ５ ６" is a code too: digits of any width, between spaces, dashes or words. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/**
 * Six boxes for one code. A whole code comes by typing, pasting, the keyboard's suggestion or the SMS itself,
 * and `onComplete` is called once for it: a second signal of the same code is no second try.
 */
export function OtpField({
  name = 'otpValue',
  label,
  hint,
  autoFocus = true,
  onComplete,
}: {
  name?: string;
  label: string;
  hint?: string;
  autoFocus?: boolean;
  onComplete: (code: string) => void;
}) {
  const t = useT();
  const { refusals } = useFormState();
  const { control, errorId, hintId, error } = useControl({ name, label, hint });
  const labelId = useId();
  const [code, setCode] = useState('');
  const reported = useRef('');
  const complete = useRef(onComplete);
  const first = useRef<HTMLInputElement>(null);

  // Keeps the effect below from running again for a callback that is merely a new function.
  useEffect(() => {
    complete.current = onComplete;
  });
  // The code is whole whatever way it came; the outside is told once.
  useEffect(() => {
    if (code.length < length || reported.current === code) return;
    reported.current = code;
    complete.current(code);
  }, [code]);
  // A refused code is cleared, and the hand is led back to the first box.
  useEffect(() => {
    if (refusals === 0 || error === undefined || reported.current === '') return;
    reported.current = '';
    setCode('');
    first.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is one event; its text may change with the language
  }, [refusals]);
  // The SMS of the phone itself, where the browser reads it for us; given up when the page is left.
  useEffect(() => receiveSmsCode((text) => setCode(digitsOf(text).slice(0, length))), []);

  return (
    <div>
      <label id={labelId} htmlFor={control.id} className={cx(labelClass, 'mb-1.5')}>
        {label}
      </label>
      <OTPField.Root
        id={control.id}
        name={name}
        length={length}
        value={code}
        onValueChange={(value) => setCode(value)}
        validationType="none"
        normalizeValue={digitsOf}
        inputMode="numeric"
        aria-labelledby={labelId}
        aria-describedby={control['aria-describedby']}
        dir="ltr"
        className="grid grid-cols-6 gap-2"
        onPasteCapture={(paste) => {
          const pasted = digitsOf(paste.clipboardData.getData('text/plain'));
          // A whole code replaces what is there, whichever box it is pasted into.
          if (pasted.length < length) return;
          paste.preventDefault();
          paste.stopPropagation();
          setCode(pasted.slice(0, length));
        }}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // oxlint-disable-next-line react/no-array-index-key -- the boxes never change places
            key={index}
            ref={index === 0 ? first : undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
            autoFocus={autoFocus && index === 0}
            aria-label={index === 0 ? undefined : t('otp.box', { index: index + 1, total: length })}
            aria-invalid={control['aria-invalid']}
            className="control min-h-14 px-0 text-center text-xl font-semibold"
          />
        ))}
      </OTPField.Root>
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  );
}
