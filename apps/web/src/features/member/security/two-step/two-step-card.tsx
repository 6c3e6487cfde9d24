import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { ActionButton } from '#session/action-dialog.tsx';
import { loadProfile } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { useRead, useRefresh } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { whenDone } from '#shared/api/when-done.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Button } from '#shared/ui/controls/button.tsx';
import { EmptyState, Failure } from '#shared/ui/feedback/load-state.tsx';
import { Bone, Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { fewCodes } from '#features/member/security/security-advice.ts';
import { UnlessHeld } from '#features/member/hold-notice.tsx';

export type TwoStepState = Answer<'GET /vid/api/users/two-step'>;
type Setup = Answer<'POST /vid/api/users/two-step/setup'>;

const SetUp = neededPart(() => import('./set-up.tsx'), 'SetUp');
const RecoveryCodes = neededPart(() => import('./set-up.tsx'), 'RecoveryCodes');

export function TwoStepCard() {
  return (
    <QueryCard
      query={useRead('GET /vid/api/users/two-step', {})}
      skeleton={
        <>
          <Bone />
          <span className="mt-4 bone h-12 rounded-control sm:w-56" />
        </>
      }
    >
      {(state) => <Content state={state} />}
    </QueryCard>
  );
}

/**
 * Reloads the state of the two-step sign-in and the profile, because `mustSetUpTwoStep` in the profile may have
 * changed.
 */
function useReloadTwoStep() {
  const refresh = useRefresh('users/two-step', 'users/history');
  return async () => {
    await Promise.all([refresh(), loadProfile()]);
  };
}

type Shown =
  | { readonly kind: 'state'; readonly error?: Error }
  | { readonly kind: 'setUp'; readonly setup: Setup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

function Content({ state }: { state: TwoStepState }) {
  const t = useT();
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
    <Suspense fallback={<Skeleton />}>
      <StepHeading
        key={shown.kind}
        title={t(shown.kind === 'setUp' ? 'twoStep.setUp.title' : 'twoStep.codes.title')}
      />
      {shown.kind === 'setUp' ? (
        <SetUp
          setup={shown.setup}
          onDone={(codes) => {
            showCodes(codes);
            void reload();
          }}
          onCancel={() => showState()}
          onExpired={(error) => {
            // The response to an earlier press may have been lost, so the authenticator app may already be active.
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

function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading, because the pressed button, which had the focus, is unmounted.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-4 text-base outline-none">
      {title}
    </h2>
  );
}

type Props = {
  state: TwoStepState;
  failure: Error | undefined;
  onSetUp: (setup: Setup) => void;
  onCodes: (codes: readonly string[]) => void;
};

function State({ state, failure, onSetUp, onCodes }: Props) {
  const t = useT();
  const onSettled = useReloadTwoStep();
  const starting = useMutation({
    // Do not keep secrets in the cache.
    gcTime: 0,
    mutationFn: () => api.post('/vid/api/users/two-step/setup', { body: {} }),
  });
  const replacing = useMutation({
    gcTime: 0,
    mutationFn: () => api.post('/vid/api/users/two-step/recovery-codes', { body: {} }),
    // Another device may have disabled the authenticator app, so reload its state in any case.
    onSettled,
  });
  const switching = useMutation({
    mutationFn: () => api.delete('/vid/api/users/two-step'),
    onSuccess: () => commonEvents.succeeded('twoStep.card.off.done'),
    onSettled,
  });
  const forget = () => {
    for (const mutation of [starting, replacing, switching]) mutation.reset();
  };
  const setUp = () => {
    forget();
    whenDone(starting.mutateAsync(), onSetUp);
  };
  // The password dialog must not open on top of the confirmation dialogs, so these close without waiting for the
  // response.
  const replaceCodes = () => {
    forget();
    whenDone(replacing.mutateAsync(), ({ recoveryCodes }) => onCodes(recoveryCodes));
  };
  const switchOff = () => {
    forget();
    switching.mutate();
  };
  const className = 'w-full sm:w-auto';
  const error = <Failure error={starting.error ?? replacing.error ?? switching.error ?? failure} />;
  if (state.onSince === null)
    return (
      <UnlessHeld change="twoStep">
        <EmptyState
          icon="shield"
          title={t('twoStep.card.off')}
          lead={t('twoStep.card.off.lead')}
          action={
            <Button
              className={className}
              isBusy={starting.isPending}
              onClick={setUp}
              text="twoStep.card.setUp"
            />
          }
        />
        {error}
      </UnlessHeld>
    );
  return (
    <div className="grid justify-items-start gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone="success" icon="success" text="twoStep.card.on" />
        <time dateTime={state.onSince} className="text-sm text-muted">
          {t('twoStep.card.since', { date: formatDateTime(state.onSince) })}
        </time>
      </p>
      <p className="text-label">
        {t('twoStep.card.codesLeft', { count: state.recoveryCodesLeft })}{' '}
        {state.recoveryCodesLeft < fewCodes && t('twoStep.card.fewCodes')}
      </p>
      {error}
      <UnlessHeld change="twoStep">
        <div className="flex w-full flex-wrap gap-3">
          <Button
            look="secondary"
            className={className}
            isBusy={starting.isPending}
            onClick={setUp}
            text="twoStep.card.replace"
          />
          <ActionButton
            button={{ look: 'secondary', className, isBusy: replacing.isPending }}
            title={t('twoStep.card.newCodes.title')}
            text={t('twoStep.card.newCodes.text')}
            action={t('twoStep.card.newCodes')}
            onConfirm={replaceCodes}
          />
          {state.maySwitchOff && (
            <ActionButton
              button={{ look: 'danger', className, isBusy: switching.isPending }}
              title={t('twoStep.card.off.title')}
              text={t('twoStep.card.off.text')}
              action={t('twoStep.card.off.action')}
              isDangerous
              onConfirm={switchOff}
            />
          )}
        </div>
      </UnlessHeld>
      {!state.maySwitchOff && <p className="text-sm text-muted">{t('twoStep.card.mustKeep')}</p>}
    </div>
  );
}
