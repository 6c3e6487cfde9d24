import { attemptSteps } from '@vid/contract/sso/attempts';
import { useEffect, useState } from 'react';
import { Time } from '#shared/ui/display/values.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Badge } from '#shared/ui/display/badge.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { failedWith } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type Attempt = Answer<'GET /vid/api/apps/:appId/clients/:clientId/attempts'>[number];
type Step = Attempt['steps'][number];
type Problem = NonNullable<Step['problem']>;

const pollMs = 5_000;

/** Reads the last sign-ons of a client, and refetches them at each change while the page is open. */
export function useAttempts(appId: string, clientId: string) {
  const queryClient = useQueryClient();
  const query = useRead('GET /vid/api/apps/:appId/clients/:clientId/attempts', {
    params: { appId, clientId },
  });
  // The client was deleted, or this account no longer manages the application.
  const isGone = failedWith(query.error, 'NOT_FOUND', 'FORBIDDEN');
  // Follows the server's events, and polls while the event stream is not open.
  useEffect(() => {
    if (isGone) return undefined;
    const queryKey = ['apps', appId, 'clients', clientId, 'attempts'];
    const readAgain = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    const path = `/vid/api/apps/${encodeURIComponent(appId)}/clients/${encodeURIComponent(clientId)}`;
    const events = new EventSource(`${path}/attempts/events`);
    events.addEventListener('message', readAgain);
    const timer = setInterval(() => {
      if (events.readyState !== EventSource.OPEN && document.visibilityState === 'visible') readAgain();
    }, pollMs);
    return () => {
      events.close();
      clearInterval(timer);
    };
  }, [queryClient, isGone, appId, clientId]);
  return query;
}

const looks = {
  done: { icon: 'check', className: 'bg-success-soft text-success' },
  waiting: { icon: 'dot', className: 'bg-soft text-brand' },
  failed: { icon: 'close', className: 'bg-danger-soft text-danger' },
  missing: { icon: 'dot', className: 'border border-line text-muted' },
} as const;

type Props = {
  attempt: Attempt;
  /** Whether the card is open at first. Later changes have no effect. */
  isOpen: boolean;
  idTokenAlg: 'ES256' | 'RS256' | undefined;
};

export function AttemptCard({ attempt, isOpen, idTokenAlg }: Props) {
  const t = useT();
  // Keep the sign-on that is being read open when a newer sign-on arrives.
  const [startsOpen] = useState(isOpen);
  const { protocol, startedAt, steps } = attempt;
  const failure = steps.find(({ state }) => state === 'failed');
  const names = protocol === 'machine' ? (['token'] as const) : attemptSteps;
  return (
    <details open={startsOpen} className="rounded-card border border-line bg-card">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 rounded-card p-4 md:px-6">
        <Time at={startedAt} className="digits font-semibold" withSeconds />
        <span className="text-sm text-muted">{t(`apps.doctor.protocol.${protocol}`)}</span>
        <span className="ms-auto">
          <Outcome attempt={attempt} />
        </span>
        {failure?.problem && (
          <span className="basis-full text-label">{t(`apps.doctor.problem.${failure.problem.code}`)}</span>
        )}
      </summary>
      <ol className="grid gap-4 border-t border-line p-4 md:px-6">
        {names.map((name) => (
          <StepRow key={name} name={name} step={steps.find(({ step }) => step === name)} />
        ))}
        {protocol === 'openid' && idTokenAlg === 'ES256' && endsAfterExchange(steps) && (
          <li className="rounded-control bg-soft px-4 py-3 text-label">{t('apps.doctor.noUserinfo')}</li>
        )}
      </ol>
    </details>
  );
}

/** Returns whether the application exchanged the code and then stopped, as it does if it rejects the ID token. */
function endsAfterExchange(steps: readonly Step[]): boolean {
  return (
    steps.some(({ step, state }) => step === 'token' && state === 'done') &&
    !steps.some(({ step }) => step === 'userinfo')
  );
}

function Outcome({ attempt: { steps } }: { attempt: Attempt }) {
  const t = useT();
  if (steps.some(({ state }) => state === 'failed'))
    return <Badge tone="danger">{t('apps.doctor.outcome.failed')}</Badge>;
  if (steps.some(({ step, state }) => step === 'token' && state === 'done'))
    return <Badge tone="success">{t('apps.doctor.outcome.done')}</Badge>;
  return <Badge>{t('apps.doctor.outcome.open')}</Badge>;
}

function StepRow({ name, step }: { name: Step['step']; step: Step | undefined }) {
  const t = useT();
  const state = step?.state ?? 'missing';
  const { icon, className } = looks[state];
  return (
    <li className="flex gap-3">
      <span className={cx('grid size-7 shrink-0 place-items-center rounded-full', className)}>
        <Icon name={icon} className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className={state === 'missing' ? 'text-muted' : 'font-semibold'}>
          {t(`apps.doctor.step.${name}`)}
          <span className="ms-2 text-sm font-normal text-muted">{t(`apps.doctor.state.${state}`)}</span>
        </p>
        {step?.problem && <ProblemText problem={step.problem} />}
      </div>
    </li>
  );
}

function ProblemText({ problem }: { problem: Problem }) {
  const t = useT();
  const { code, error, detail, sent, expected, difference } = problem;
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        {t(`apps.doctor.problem.${code}`)} {difference && t(`apps.doctor.difference.${difference}`)}
      </p>
      {(sent !== null || expected.length > 0) && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control bg-soft px-4 py-3 text-label">
          {sent !== null && (
            <div>
              <dt className="text-sm text-muted">{t('apps.doctor.sent')}</dt>
              <dd>
                <code className="break-all">{sent}</code>
              </dd>
            </div>
          )}
          {expected.length > 0 && (
            <div>
              <dt className="text-sm text-muted">{t('apps.doctor.expected')}</dt>
              {expected.map((value) => (
                <dd key={value}>
                  <code className="break-all">{value}</code>
                </dd>
              ))}
            </div>
          )}
        </dl>
      )}
      <p>
        <strong className="font-semibold">{t('apps.doctor.remedy')}</strong> {t(`apps.doctor.fix.${code}`)}
      </p>
      <p className="text-sm text-muted" lang="en">
        <code className="break-all">{detail === null ? error : `${error}: ${detail}`}</code>
      </p>
    </div>
  );
}
