import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { useRead } from '#shared/api/queries.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Phone } from '#shared/ui/display/values.tsx';
import { useAuth } from '#state/auth.ts';
import { Overview, OverviewRow } from '#features/member/overview.tsx';
import { fewCodes } from './security-advice.ts';

export function RecoveryWays() {
  const t = useT();
  const profile = useAuth((state) => state.profile);
  const information = useRead('GET /vid/api/users/information', {});
  const twoStep = useRead('GET /vid/api/users/two-step', {});
  const email = profile?.email ?? null;
  return (
    <Overview>
      <OverviewRow
        icon="phone"
        title="common.phone"
        to={paths.userPhone}
        query={{ data: profile ?? undefined, isError: false, error: null }}
      >
        {({ phone }) => ({ text: <Phone number={phone} />, action: 'security.change' })}
      </OverviewRow>
      <OverviewRow icon="mail" title="account.email" to={paths.userInformation} query={information}>
        {({ email: { state } }) => ({
          text:
            email === null ? (
              t('security.recovery.email.none')
            ) : (
              <>
                <bdi className="text-muted">
                  {email.slice(0, email.lastIndexOf('@'))}
                  <wbr />
                  {email.slice(email.lastIndexOf('@'))}
                </bdi>
                {state === 'waiting' && <span className="block">{t('profile.email.waiting')}</span>}
              </>
            ),
          action: email === null ? 'security.add' : 'security.change',
          tone: state === 'confirmed' ? 'good' : 'weak',
        })}
      </OverviewRow>
      <OverviewRow
        icon="list"
        title="security.recovery.codesTitle"
        to={areaPaths.userTwoStep}
        query={twoStep}
      >
        {({ onSince, recoveryCodesLeft: count }) =>
          onSince === null
            ? { text: t('security.recovery.codes.off'), action: 'security.view' }
            : {
                text: t('twoStep.card.codesLeft', { count }),
                action: 'security.manage',
                tone: count < fewCodes ? 'weak' : 'good',
              }
        }
      </OverviewRow>
    </Overview>
  );
}
