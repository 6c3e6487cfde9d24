import { useRef, useState } from 'react';
import { api } from '#shared/api/api.ts';
import { useFormState } from '#shared/forms/form-context.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';

type Verdict =
  | { kind: 'valid'; name: string }
  | { kind: 'invalid' }
  | { kind: 'checking' }
  | { kind: 'unchecked' };

/** The referral code, behind a button because few users have one. Checked on blur for the user's information; the server checks it again at sign-up. */
export function ReferralField({ defaultValue }: { defaultValue: string }) {
  const t = useT();
  const { errors } = useFormState();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const latest = useRef('');
  const [isShown, setIsShown] = useState(defaultValue !== '');

  const check = async (typed: string) => {
    const referralCode = typed.trim();
    if (referralCode === latest.current) return;
    latest.current = referralCode;
    if (referralCode === '') {
      setVerdict(null);
      return;
    }
    setVerdict({ kind: 'checking' });
    const next = await api
      .post('/vid/gateway/referral/check', {
        body: { referralCode },
      })
      .then(
        ({ valid, displayName }): Verdict =>
          valid ? { kind: 'valid', name: displayName ?? referralCode } : { kind: 'invalid' },
        (): Verdict => ({ kind: 'unchecked' }),
      );
    // Ignore the answer if the code has changed since.
    if (latest.current === referralCode) setVerdict(next);
  };

  if (!isShown) {
    return (
      <div>
        <input type="hidden" name="referralCode" value="" />
        <LinkButton className="text-start text-label" onClick={() => setIsShown(true)}>
          {t('signUp.referral.have')}
        </LinkButton>
      </div>
    );
  }
  return (
    <div>
      <TextField
        name="referralCode"
        label={t('signUp.referral')}
        hint={t('signUp.referral.hint')}
        isOptional
        defaultValue={defaultValue}
        maxLength={32}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked for the field
        autoFocus={defaultValue === ''}
        onBlur={(blur) => void check(blur.currentTarget.value)}
      />
      <output
        className={cx('mt-1 block text-sm', verdict?.kind === 'invalid' ? 'text-danger' : 'text-muted')}
      >
        {verdict?.kind === 'valid' && t('signUp.referral.from', { name: verdict.name })}
        {/* A refused form shows this at the field. */}
        {verdict?.kind === 'invalid' && !errors['referralCode'] && t('signUp.referral.invalid')}
        {verdict?.kind === 'checking' && t('signUp.referral.checking')}
        {verdict?.kind === 'unchecked' && t('signUp.referral.unchecked')}
      </output>
    </div>
  );
}
