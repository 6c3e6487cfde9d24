import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormState } from '#shared/forms/form-context.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { checkReferral, type ReferralCheck } from './check-referral.ts';

type Verdict = ReferralCheck | { kind: 'checking' };

/**
 * The referral code field, behind a button unless the user comes from an invitation. Checks the code on blur, and an
 * invitation's code at once. The check only informs; the server checks the code again at sign-up.
 */
export function ReferralField({ defaultValue }: { defaultValue: string }) {
  const t = useT();
  const { errors } = useFormState();
  const isInvited = defaultValue !== '';
  const [verdict, setVerdict] = useState<Verdict | null>(isInvited ? { kind: 'checking' } : null);
  const latest = useRef(defaultValue);
  const [isShown, setIsShown] = useState(isInvited);

  const ask = async (referralCode: string) => {
    const check = await checkReferral(referralCode);
    // Ignore the response if the code has changed since.
    if (latest.current !== referralCode) return;
    setVerdict(check.kind === 'valid' ? { kind: 'valid', name: check.name || referralCode } : check);
  };
  const check = (typed: string) => {
    const referralCode = typed.trim();
    if (referralCode === latest.current) return;
    latest.current = referralCode;
    setVerdict(referralCode === '' ? null : { kind: 'checking' });
    if (referralCode !== '') void ask(referralCode);
  };
  const askAtFirst = useEffectEvent(() => {
    if (isInvited) void ask(defaultValue);
  });
  // Asks the server about the referral code.
  useEffect(() => askAtFirst(), []);

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
        autoFocus={!isInvited}
        onBlur={(blur) => check(blur.currentTarget.value)}
      />
      <output
        className={cx('mt-1 block text-sm', verdict?.kind === 'invalid' ? 'text-danger' : 'text-muted')}
      >
        {verdict?.kind === 'valid' && t('signUp.referral.from', { name: verdict.name })}
        {/* If the form was rejected, the field shows this error instead. */}
        {verdict?.kind === 'invalid' && !errors['referralCode'] && t('signUp.referral.invalid')}
        {verdict?.kind === 'checking' && t('signUp.referral.checking')}
        {verdict?.kind === 'unchecked' && t('signUp.referral.unchecked')}
      </output>
    </div>
  );
}
