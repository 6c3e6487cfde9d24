import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { takeSignedInPath } from '#navigation/login-target.ts';
import { ToNextPage } from '#navigation/to-next-page.tsx';
import { hasPasskeyAlready } from '#session/passkey/add-passkey.ts';
import { supportsPasskeys } from '#session/passkey/this-browser.ts';
import { loadProfile, signOut } from '#session/session.ts';
import { failureText } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, LinkButton, TextLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading, Retry } from '#shared/ui/feedback/loader.tsx';
import { adminStartEvents, selectStart, useAdminStart } from '#state/admin-start.ts';
import { type UserInfo, useAuth } from '#state/auth.ts';
import { RecoveryCodes, SetUp } from '#features/member/security/two-step/set-up.tsx';
import { Reauthentication } from '#features/shell/reauthentication/reauthentication.tsx';
import { Agreement } from '#features/sign-in/demand/agreement.tsx';
import { ForcedChange } from '#features/sign-in/demand/demand.page.tsx';
import { StartSteps, type StartStep } from '#session/start-steps.tsx';

export function AdminStartPage() {
  const profile = useAuth((state) => state.profile);
  const accountId = useAuth((state) => state.user?.id);
  const [last, setLast] = useState(profile);
  if (profile !== null && profile !== last) setLast(profile);
  // The steps stay mounted when the profile cannot be reloaded, because new recovery codes are shown nowhere else.
  if (last === null || last.id !== accountId) return <ProfileState />;
  return <Steps key={last.id} profile={last} isCurrent={profile !== null} />;
}

function ProfileState() {
  const error = useAuth((state) => state.error);
  if (error === null) return <Loading />;
  return <Retry error={new Error(error)} onRetry={() => void loadProfile()} />;
}

type Setup = Answer<'POST /vid/api/users/two-step/setup'>;

type StepsProps = {
  profile: UserInfo;
  /** Whether the last request for the profile succeeded. */
  isCurrent: boolean;
};

function Steps({ profile: { id, demands, mustSetUpTwoStep }, isCurrent }: StepsProps) {
  const { steps: demanded, areCodesDue } = useAdminStart(selectStart(id));
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const demand = demands.find((each) => each !== 'decide-deletion');
  const current: StartStep =
    demand ?? (codes !== null ? 'codes' : mustSetUpTwoStep ? 'app' : areCodesDue ? 'codes' : 'open');
  // Store each demanded step, so that the page still lists it once it is done.
  useEffect(() => {
    if (current !== 'open' && current !== 'codes') adminStartEvents.stepDemanded(id, current);
  }, [current, id]);
  if (!isCurrent && codes === null && setup === null) return <ProfileState />;
  const isFirst = mustSetUpTwoStep || demanded.includes('app');
  // A passkey that the administrator has removed since its step does not count.
  const hasPasskey = demanded.includes('passkey') && !mustSetUpTwoStep;
  // If the administrator had nothing to set up, skip the page that reports the result.
  if (current === 'open' && !isFirst) return <ToNextPage />;
  const steps: StartStep[] = [
    ...(isFirst ? (['password', 'code'] as const) : (['signIn'] as const)),
    ...(['change-password', 'agree'] as const).filter((step) => step === demand || demanded.includes(step)),
    ...(hasPasskey ? (['passkey'] as const) : isFirst ? (['app', 'codes'] as const) : []),
    'open',
  ];
  const contents = {
    'change-password': <ForcedChange frame={DemandFrame} />,
    agree: <Agreement frame={DemandFrame} />,
    app:
      setup === null ? (
        <ChooseFactor accountId={id} failure={failure} onSetUp={setSetup} />
      ) : (
        <SetUp
          setup={setup}
          onDone={(made) => {
            setCodes(made);
            setSetup(null);
            void loadProfile();
          }}
          onCancel={() => setSetup(null)}
          onExpired={(error) => {
            // The response to an earlier press may have been lost, so the authenticator app may already be set up.
            void loadProfile();
            setFailure(error);
            setSetup(null);
          }}
        />
      ),
    codes:
      codes === null ? (
        <LostCodes onCodes={setCodes} />
      ) : (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            adminStartEvents.codesStored();
            void loadProfile();
          }}
        />
      ),
    open: <IsOpen />,
  } satisfies Partial<Record<StartStep, ReactNode>>;
  const part = current === 'app' && setup !== null ? 'setUp' : codes !== null ? 'codes' : undefined;
  return (
    <>
      <StartSteps steps={steps} current={current} part={part}>
        {contents[current]}
      </StartSteps>
      {current !== 'open' && demand === undefined && (
        <p className="mt-6 text-center">
          <LinkButton onClick={() => void signOut()} text="common.signOut" />
        </p>
      )}
      <Reauthentication />
    </>
  );
}

/** Shows a demand without its title, because the step already has a title. */
function DemandFrame({ lead, children }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <>
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </>
  );
}

function ChooseFactor({
  accountId,
  failure,
  onSetUp,
}: {
  accountId: string;
  failure: unknown;
  onSetUp: (setup: Setup) => void;
}) {
  const t = useT();
  const setUpCall = useCall<void>();
  const [chosen, setChosen] = useState<'app' | 'passkey'>();
  const error = setUpCall.error ?? failure;
  const setUp = (factor: 'app' | 'passkey', work: () => Promise<void>) => {
    setChosen(factor);
    void setUpCall.run(work);
  };
  const addApp = () =>
    setUp('app', async () => {
      const setup = await api.post('/vid/api/users/two-step/setup', { body: {} });
      // Record that recovery codes are due before the first code is sent, because the response with the codes may be
      // lost.
      adminStartEvents.codesMade(accountId);
      onSetUp(setup);
    });
  const addPasskey = () =>
    setUp('passkey', async () => {
      const { addPasskey: add } = await import('#session/passkey/add-passkey.ts');
      try {
        await add();
      } catch (refusal) {
        if (!hasPasskeyAlready(refusal)) throw refusal;
      }
      adminStartEvents.stepDemanded(accountId, 'passkey');
      adminStartEvents.codesStored();
      await loadProfile();
    });
  return (
    <>
      <p className="text-muted">{t('start.app.lead')}</p>
      <Alert text={error === null ? undefined : failureText(error)} />
      <Button
        isWide
        isBusy={setUpCall.isPending && chosen === 'app'}
        onClick={addApp}
        text="twoStep.setUp.title"
      />
      {supportsPasskeys() && (
        <div>
          <Button
            look="secondary"
            isWide
            isBusy={setUpCall.isPending && chosen === 'passkey'}
            onClick={addPasskey}
            text="start.app.passkey"
          />
          <p className="mt-2 text-label text-muted">{t('start.app.passkey.text')}</p>
        </div>
      )}
    </>
  );
}

/** Offers new recovery codes to an administrator who left the page before storing the former codes. */
function LostCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useT();
  const making = useCall<void>();
  const make = () =>
    making.run(async () => {
      const { recoveryCodes } = await api.post('/vid/api/users/two-step/recovery-codes', { body: {} });
      onCodes(recoveryCodes);
    });
  return (
    <>
      <p className="text-muted">{t('start.codes.lost')}</p>
      <Alert text={making.error === null ? undefined : failureText(making.error)} />
      <Button isWide isBusy={making.isPending} onClick={() => void make()} text="twoStep.card.newCodes" />
      <Button
        look="secondary"
        isWide
        onClick={() => adminStartEvents.codesStored()}
        text="twoStep.codes.done"
      />
    </>
  );
}

const nextThings = [
  [areaPaths.adminImport, 'start.open.import', 'start.open.import.text'],
  [areaPaths.adminNewApplication, 'start.open.application', 'start.open.application.text'],
  [areaPaths.adminAccounts, 'start.open.administrator', 'start.open.administrator.text'],
] as const satisfies readonly (readonly [string, PlainKey, PlainKey])[];

function IsOpen() {
  const t = useT();
  const navigate = useNavigate();
  // Forgets the steps when the page is left, but not when it is reloaded.
  useEffect(() => () => adminStartEvents.finished(), []);
  return (
    <>
      <Button
        isWide
        onClick={() => void navigate(takeSignedInPath(), { replace: true })}
        text="start.open.action"
      />
      <div>
        <h3 className="text-label font-semibold">{t('start.open.next')}</h3>
        <ul className="mt-3 grid gap-4">
          {nextThings.map(([to, title, text]) => (
            <li key={to}>
              <TextLink isPlain to={to} onClick={takeSignedInPath} text={title} />
              <p className="text-label text-muted">{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
