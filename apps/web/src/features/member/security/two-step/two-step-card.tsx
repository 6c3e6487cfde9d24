import { Suspense, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { shownFailure } from '#session/reauthenticate.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Alert, Notice } from '#shared/ui/feedback/alert.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { useAuth } from '#state/auth.ts';
import { AskDialog, type Question } from '#features/member/security/ask-dialog.tsx';
import {
  type Setup,
  type TwoStepState,
  useReloadTwoStep,
  useReplaceRecoveryCodes,
  useStartSetup,
  useSwitchOff,
  useTwoStep,
} from './two-step.ts';

const SetUp = neededPart(async () => ({ default: (await import('./set-up.tsx')).SetUp }));
const RecoveryCodes = neededPart(async () => ({
  default: (await import('./recovery-codes.tsx')).RecoveryCodes,
}));

/** Below this number, the card suggests new recovery codes. */
const fewCodes = 3;

export function TwoStepCard() {
  const t = useT();
  const state = useTwoStep();
  const mustSetUp = useAuth(({ profile }) => profile?.mustSetUpTwoStep === true);
  return (
    <Card title={t('twoStep.title')} lead={t('twoStep.card.lead')}>
      {mustSetUp && <Notice className="mb-4">{t('shell.mustSetUpTwoStep')}</Notice>}
      {state.data ? (
        <Content state={state.data} />
      ) : (
        <LoadState query={state} title={t('twoStep.card.loadFailed')} />
      )}
    </Card>
  );
}

type Shown =
  | { readonly kind: 'state'; readonly error?: Error }
  | { readonly kind: 'setUp'; readonly setup: Setup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function Content({ state }: { state: TwoStepState }) {
  const [shown, setShown] = useState<Shown>({ kind: 'state' });
  const reload = useReloadTwoStep();
  const showState = (error?: Error) => setShown({ kind: 'state', ...(error && { error }) });
  const showCodes = (codes: readonly string[]) => setShown({ kind: 'codes', codes });
  if (shown.kind === 'state') {
    return (
      <State
        state={state}
        failure={shown.error}
        onSetUp={(setup) => setShown({ kind: 'setUp', setup })}
        onCodes={showCodes}
      />
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      {shown.kind === 'setUp' ? (
        <SetUp
          setup={shown.setup}
          onDone={(codes) => {
            showCodes(codes);
            void reload();
          }}
          onCancel={() => showState()}
          onExpired={(error) => {
            // The answer to an earlier press may have been lost, so the authenticator app may already be active.
            void reload();
            showState(error);
          }}
        />
      ) : (
        <RecoveryCodes codes={shown.codes} onDone={() => showState()} />
      )}
    </Suspense>
  );
}

function State({
  state,
  failure,
  onSetUp,
  onCodes,
}: {
  state: TwoStepState;
  failure: Error | undefined;
  onSetUp: (setup: Setup) => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const t = useT();
  const starting = useStartSetup();
  const replacing = useReplaceRecoveryCodes();
  const switching = useSwitchOff();
  const [asked, setAsked] = useState<'codes' | 'off' | null>(null);
  const isOn = state.onSince !== null;
  const forget = () => {
    for (const mutation of [starting, replacing, switching]) mutation.reset();
  };
  const setUp = () => {
    forget();
    whenDone(starting.mutateAsync(), onSetUp);
  };
  const questions: Record<'codes' | 'off', Question> = {
    codes: {
      title: t('twoStep.card.newCodes.title'),
      text: t('twoStep.card.newCodes.text'),
      action: t('twoStep.card.newCodes'),
      keep: t('common.cancel'),
      isDangerous: false,
      onConfirm: () => {
        forget();
        whenDone(replacing.mutateAsync(), ({ recoveryCodes }) => onCodes(recoveryCodes));
      },
    },
    off: {
      title: t('twoStep.card.off.title'),
      text: t('twoStep.card.off.text'),
      action: t('twoStep.card.off.action'),
      keep: t('common.cancel'),
      isDangerous: true,
      onConfirm: () => {
        forget();
        switching.mutate();
      },
    },
  };
  const error = shownFailure(starting.error ?? replacing.error ?? switching.error ?? failure);
  return (
    <div className="grid justify-items-start gap-4">
      {state.onSince === null ? (
        <Badge>{t('twoStep.card.off')}</Badge>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Badge tone="success" icon="success">
              {t('twoStep.card.on')}
            </Badge>
            <time dateTime={state.onSince} className="text-sm text-muted">
              {t('twoStep.card.since', { date: formatDateTime(state.onSince) })}
            </time>
          </p>
          <p className="text-label">
            {t('twoStep.card.codesLeft', { count: state.recoveryCodesLeft })}{' '}
            {state.recoveryCodesLeft < fewCodes && t('twoStep.card.fewCodes')}
          </p>
        </>
      )}
      <Alert text={error} />
      <div className="flex w-full flex-wrap gap-3">
        <Button
          look={isOn ? 'secondary' : 'primary'}
          className="w-full sm:w-auto"
          isBusy={starting.isPending}
          onClick={setUp}
        >
          {t(isOn ? 'twoStep.card.replace' : 'twoStep.card.setUp')}
        </Button>
        {isOn && (
          <Button
            look="secondary"
            className="w-full sm:w-auto"
            isBusy={replacing.isPending}
            onClick={() => setAsked('codes')}
          >
            {t('twoStep.card.newCodes')}
          </Button>
        )}
        {isOn && state.maySwitchOff && (
          <Button
            look="danger"
            className="w-full sm:w-auto"
            isBusy={switching.isPending}
            onClick={() => setAsked('off')}
          >
            {t('twoStep.card.off.action')}
          </Button>
        )}
      </div>
      {isOn && !state.maySwitchOff && <p className="text-sm text-muted">{t('twoStep.card.mustKeep')}</p>}
      <AskDialog question={asked && questions[asked]} onClose={() => setAsked(null)} />
    </div>
  );
}
