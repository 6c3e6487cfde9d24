import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useFormState } from '#shared/forms/form-context.ts';
import { Field, useControl } from './field.tsx';
import { receiveSmsCode } from './web-otp.ts';

const length = 6;
const places = [0, 1, 2, 3, 4, 5] as const;

/** "１２３-４ ５ ６" is a code too: digits of any width, between spaces, dashes or words. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '');
}

/** Typing goes on at the end, so a click between two digits leads there; a marked part stays marked. */
function toEnd({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
  const end = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionStart !== end)
    input.setSelectionRange(end, end);
}

/**
 * Six boxes over one input: to a screen reader, a password manager and the keyboard's suggestion it is one field
 * for one code. A whole code comes by typing, pasting, a suggestion or the SMS itself, and `onComplete` is called
 * once for it: a second signal of the same code is no second try.
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
  const { refusals } = useFormState();
  const ids = useControl({ name, label, hint });
  const [code, setCode] = useState('');
  const reported = useRef('');
  const complete = useRef(onComplete);
  const input = useRef<HTMLInputElement>(null);

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
    if (refusals === 0 || ids.error === undefined || reported.current === '') return;
    reported.current = '';
    setCode('');
    input.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is one event; its text may change with the language
  }, [refusals]);
  // The SMS of the phone itself, where the browser reads it for us; given up when the page is left.
  useEffect(() => receiveSmsCode((text) => setCode(digitsOf(text).slice(0, length))), []);

  const change = (typed: FormEvent<HTMLInputElement>) => {
    const digits = digitsOf(typed.currentTarget.value);
    // A key too many is dropped at the end; a whole code that was put behind older digits is the one that counts.
    const isWhole = digits.length >= code.length + length;
    setCode(isWhole ? digits.slice(-length) : digits.slice(0, length));
  };
  const paste = (pasted: ClipboardEvent<HTMLInputElement>) => {
    const digits = digitsOf(pasted.clipboardData.getData('text/plain'));
    if (digits.length < length) return;
    pasted.preventDefault();
    setCode(digits.slice(0, length));
  };

  return (
    <Field ids={ids} label={label} hint={hint}>
      <div dir="ltr" className="relative grid grid-cols-6 gap-2">
        <input
          ref={input}
          {...ids.control}
          value={code}
          onChange={change}
          onPaste={paste}
          onSelect={toEnd}
          // No `maxlength`: it would cut "123 456" before its space is taken out.
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do on this page
          autoFocus={autoFocus}
          className="otp-input"
        />
        {places.map((place) => (
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
