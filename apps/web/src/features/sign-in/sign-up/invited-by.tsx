import { useEffect, useState } from 'react';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { signupEvents, useSignup } from '#state/signup.ts';
import { checkReferral, type ReferralCheck } from './check-referral.ts';

/** Says who invited the visitor. Drops an invitation that is no longer valid. */
export function InvitedBy() {
  const t = useT();
  const code = useSignup((state) => state.referralCode);
  const [check, setCheck] = useState<ReferralCheck | null>(null);
  // Asks the server for the inviter's name.
  useEffect(() => {
    if (code === null) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await checkReferral(code);
      if (!isCurrent) return;
      setCheck(answer);
      if (answer.kind === 'invalid') signupEvents.detailsGiven({ referralCode: null });
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [code]);
  return (
    // Rendered even when empty, for screen readers that do not announce a region inserted together with its text.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may contain only phrasing content
    <div role="status" className={code === null && check === null ? 'sr-only' : 'mt-4'}>
      {code !== null && (
        <Notice>
          <p>
            {check?.kind === 'valid' && check.name !== '' ? (
              <Rich
                text={t('signUp.invitation.from', { name: check.name })}
                parts={{ name: <bdi className="font-semibold" /> }}
              />
            ) : (
              t(check?.kind === 'valid' ? 'signUp.invitation.fromMember' : 'signUp.invitation.invited')
            )}
          </p>
          <p className="text-sm text-muted">
            <Rich
              text={t('signUp.invitation.code', { code })}
              parts={{ code: <bdi dir="ltr" className="digits font-semibold" /> }}
            />
          </p>
        </Notice>
      )}
      {code === null && check?.kind === 'invalid' && <Notice>{t('signUp.invitation.invalid')}</Notice>}
    </div>
  );
}
