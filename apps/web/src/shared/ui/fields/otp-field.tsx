import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useFormState } from '#shared/forms/form-context.ts';
import { message } from '#shared/forms/message.ts';
import { Field, useControl } from './field.tsx';

/** TypeScript's DOM types lack WebOTP (WICG). */
type OtpCredential = Credential & { readonly code: string };

function isOtpCredential(credential: Credential | null): credential is OtpCredential {
  return credential !== null && 'code' in credential && typeof credential.code === 'string';
}

/** Waits for the code of the next SMS whose last line names this origin. Returns a function that stops waiting. */
function receiveSmsCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in globalThis)) return () => {};
  const controller = new AbortController();
  const options: CredentialRequestOptions & { otp: { transport: string[] } } = {
    otp: { transport: ['sms'] },
    signal: controller.signal,
  };
  const listen = async () => {
    try {
      const credential = await navigator.credentials.get(options);
      if (isOtpCredential(credential)) onCode(credential.code);
    } catch {
      // The user declined or the request was aborted, so the user types the code.
    }
  };
  void listen();
  return () => controller.abort();
}

/** Complete class names, because Tailwind reads them from the source. */
const columns = { 6: 'grid-cols-6 gap-2', 8: 'grid-cols-8 gap-1' } as const;

/** Returns the digits of a text such as "１２３-４ ５ ６": full-width or not, with spaces, dashes or words between them. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

export function otpCode(digits: number) {
  const shape = new RegExp(`^\\d{${digits}}$`);
  return v.pipe(v.string(), v.regex(shape, message('otp.incomplete', { digits })));
}

/** Moves the caret to the end, where typing continues, unless the user has selected digits. */
function moveCaretToEnd({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
  const end = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== end)
    input.setSelectionRange(end, end);
}

/**
 * Draws one box per digit over a single input, so that screen readers, password managers and keyboard suggestions see
 * one field. The code may be typed, pasted, suggested or, with `comesBySms`, read from the SMS. `onComplete` is called
 * once per code until the form refuses the code, because a browser may deliver the same code twice and the second
 * delivery must not use up an attempt.
 */
export function OtpField({
  name = 'otpValue',
  label,
  hint,
  length = 6,
  autoFocus = true,
  comesBySms = true,
  onComplete,
}: {
  name?: string;
  label: string;
  hint?: string;
  length?: keyof typeof columns;
  autoFocus?: boolean;
  comesBySms?: boolean;
  onComplete: (code: string) => void;
}) {
  const { refusals } = useFormState();
  const ids = useControl({ name, label, hint });
  const [code, setCode] = useState('');
  const reported = useRef('');
  const complete = useRef(onComplete);
  const input = useRef<HTMLInputElement>(null);

  // Keeps the latest `onComplete` without making it a dependency of the effect that reports a code.
  useEffect(() => {
    complete.current = onComplete;
  });
  // Reports a complete code once, however it was entered.
  useEffect(() => {
    if (code.length < length || reported.current === code) return;
    reported.current = code;
    complete.current(code);
  }, [code, length]);
  // Clears a rejected code and focuses the first box.
  useEffect(() => {
    if (refusals === 0 || ids.error === undefined || reported.current === '') return;
    reported.current = '';
    setCode('');
    input.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per refusal, not when the error text changes language
  }, [refusals]);
  // Uses WebOTP: the browser reads the code from the SMS. The request is aborted on unmount.
  useEffect(() => {
    if (!comesBySms) return undefined;
    return receiveSmsCode((text) => setCode(digitsOf(text).slice(0, length)));
  }, [length, comesBySms]);

  const change = (typed: FormEvent<HTMLInputElement>) => {
    const digits = digitsOf(typed.currentTarget.value);
    // Drop extra digits. A full code inserted after earlier digits replaces them.
    const isFullCode = digits.length >= code.length + length;
    setCode(isFullCode ? digits.slice(-length) : digits.slice(0, length));
  };
  const paste = (pasted: ClipboardEvent<HTMLInputElement>) => {
    const digits = digitsOf(pasted.clipboardData.getData('text/plain'));
    if (digits.length < length) return;
    pasted.preventDefault();
    setCode(digits.slice(0, length));
  };

  return (
    <Field ids={ids} label={label} hint={hint}>
      <div dir="ltr" className={`relative grid ${columns[length]}`}>
        <input
          ref={input}
          {...ids.control}
          value={code}
          onChange={change}
          onPaste={paste}
          onSelect={moveCaretToEnd}
          // `maxlength` would truncate "123 456" before the space is removed.
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only input of the page
          autoFocus={autoFocus}
          className="otp-input"
        />
        {Array.from({ length }, (_, place) => (
          <span
            key={place}
            aria-hidden="true"
            data-box={place === Math.min(code.length, length - 1) ? 'next' : ''}
            className="otp-box"
          >
            {code[place]}
          </span>
        ))}
      </div>
    </Field>
  );
}
