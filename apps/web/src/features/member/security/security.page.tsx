import { useState } from 'react';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { offeredProviders, providerNames } from '#session/social/providers.ts';
import { useRead } from '#shared/api/queries.ts';
import { dot, formatDay, timeZone } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { Bone, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { useAuth } from '#state/auth.ts';
import { UnlessHeld, useHold } from '#features/member/hold-notice.tsx';
import { Overview, OverviewRow } from '#features/member/overview.tsx';
import { Ago } from './fact.tsx';
import { useHistory } from './history/history-card.tsx';
import { type Advice, fewCodes, securityAdvice } from './security-advice.ts';

export function SecurityPage() {
  const t = useT();
  const information = useRead('GET /vid/api/users/information', {});
  const twoStep = useRead('GET /vid/api/users/two-step', {});
  const passkeys = useRead('GET /vid/api/passkeys', {});
  const sessions = useRead('GET /vid/api/sessions', {});
  const identities = useRead('GET /vid/api/users/identities', {});
  const history = useHistory();
  const hold = useHold('all');
  const advice =
    information.data && twoStep.data && passkeys.data
      ? securityAdvice({
          twoStep: twoStep.data,
          passkeys: passkeys.data.length,
          canAddPasskey: supportsPasskeys(),
          email: information.data.email,
        })
      : undefined;
  const [mayLink] = useState(() => offeredProviders(readBoot().social).length > 0);
  const hasLinking = identities.data
    ? identities.data.identities.length + identities.data.addable.length > 0
    : mayLink || identities.isError;
  return (
    <Page width="text" title={t('shell.item.security')} lead={t('account.security.lead')}>
      {hold ? (
        <Card>
          <UnlessHeld change="all" />
        </Card>
      ) : (
        <Summary
          advice={advice}
          hasFailed={[information, twoStep, passkeys].some(({ isError }) => isError)}
        />
      )}
      <Overview>
        <OverviewRow icon="lock" title="common.password" to={paths.userPassword} query={information}>
          {({ password }) => ({
            text:
              password === null
                ? t('security.password.none')
                : t('security.password.since', { day: formatDay(password.changedAt, timeZone) }),
            action: password === null ? 'security.setPassword' : 'security.change',
          })}
        </OverviewRow>
        <OverviewRow icon="key" title="passkey.title" to={areaPaths.userPasskeys} query={passkeys}>
          {({ length: count }) => ({
            text: count === 0 ? t('security.passkeys.none') : t('security.passkeys', { count }),
            action: count === 0 && supportsPasskeys() ? 'security.add' : 'security.manage',
            tone: count === 0 ? undefined : 'good',
          })}
        </OverviewRow>
        <OverviewRow icon="shield" title="twoStep.title" to={areaPaths.userTwoStep} query={twoStep}>
          {({ onSince }) =>
            onSince === null
              ? { text: t('twoStep.card.off'), action: 'security.turnOn', tone: 'weak' }
              : { text: t('twoStep.card.on'), action: 'security.manage', tone: 'good' }
          }
        </OverviewRow>
        <OverviewRow
          icon="lifeRing"
          title="security.recovery"
          to={areaPaths.userRecovery}
          query={{
            ...information,
            data: information.data && twoStep.data && { ...information.data, ...twoStep.data },
          }}
        >
          {({ email, recoveryCodesLeft: count }) => ({
            text: [
              t('common.phone'),
              ...(email.state === 'confirmed' ? [t('security.recovery.email')] : []),
              ...(count > 0 ? [t('security.recovery.codes', { count })] : []),
            ].join(dot),
            action: 'security.view',
            tone: email.state === 'confirmed' || count >= fewCodes ? 'good' : undefined,
          })}
        </OverviewRow>
        <OverviewRow icon="device" title="security.devices" to={areaPaths.userDevices} query={sessions}>
          {({ length: count }) => ({
            text: t('security.devices.count', { count }),
            action: 'security.manage',
          })}
        </OverviewRow>
        {hasLinking && (
          <OverviewRow
            icon="link"
            title="social.card.title"
            to={areaPaths.userLinkedAccounts}
            query={identities}
          >
            {({ identities: linked }) => ({
              text:
                linked.map(({ provider }) => providerNames[provider]).join(dot) || t('security.linked.none'),
              action: linked.length === 0 ? 'security.add' : 'security.manage',
            })}
          </OverviewRow>
        )}
        <OverviewRow icon="clock" title="history.title" to={areaPaths.userActivity} query={history}>
          {({ pages }) => {
            const last = pages[0]?.items[0];
            if (last === undefined) return { text: t('history.none'), action: 'security.view' };
            const device = knownDeviceName(last.device, t);
            return {
              text: (
                <>
                  {t(`history.event.${last.event}`)}
                  {dot}
                  {device !== '' && (
                    <>
                      <bdi>{device}</bdi>
                      {dot}
                    </>
                  )}
                  <Ago at={last.at} now={history.dataUpdatedAt} />
                </>
              ),
              action: 'security.view',
            };
          }}
        </OverviewRow>
      </Overview>
    </Page>
  );
}

const advicePaths = {
  twoStep: areaPaths.userTwoStep,
  recoveryCodes: areaPaths.userTwoStep,
  passkey: areaPaths.userPasskeys,
  email: paths.userInformation,
  confirmEmail: paths.userInformation,
} as const satisfies Record<Advice, string>;

/** Returns the usual advice, which reserves its space until the facts are known. */
function useExpectedAdvice(): readonly Advice[] {
  const isConfirmed = useAuth(({ profile }) => profile?.isEmailConfirmed === true);
  return securityAdvice({
    twoStep: { onSince: null, recoveryCodesLeft: 0 },
    passkeys: 0,
    canAddPasskey: supportsPasskeys(),
    email: { canConfirm: true, state: isConfirmed ? 'confirmed' : 'none' },
  });
}

/**
 * Names what the member can improve. Stays empty if a fact could not be read, because that fact's row reports the
 * failure.
 */
function Summary({ advice, hasFailed }: { advice: readonly Advice[] | undefined; hasFailed: boolean }) {
  const t = useT();
  const expected = useExpectedAdvice();
  if (advice === undefined && hasFailed) return null;
  const shown = advice ?? expected;
  const isSafe = shown.length === 0;
  const title = isSafe ? t('security.advice.none') : t('security.advice', { count: shown.length });
  const content = (
    <div className="flex min-h-14 items-start gap-4">
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-full ${isSafe ? 'bg-success-soft text-success' : 'bg-soft text-accent'}`}
      >
        <Icon name={isSafe ? 'success' : 'shield'} className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg">{advice === undefined ? <Bone text={title} /> : title}</h2>
        {isSafe && <p className="mt-1 text-label text-muted">{t('security.advice.none.text')}</p>}
        <ul className="mt-3 grid gap-3 empty:hidden">
          {shown.map((step) => (
            <li key={step}>
              {advice === undefined ? (
                <Bone text={t(`security.advice.${step}`)} />
              ) : (
                <TextLink isPlain to={advicePaths[step]} text={`security.advice.${step}`} />
              )}
              <p className="text-label text-muted">
                {advice === undefined ? (
                  <Bone text={t(`security.advice.${step}.text`)} />
                ) : (
                  t(`security.advice.${step}.text`)
                )}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
  return <Card>{advice === undefined ? <Skeleton>{content}</Skeleton> : content}</Card>;
}
