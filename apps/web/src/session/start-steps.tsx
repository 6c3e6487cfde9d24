import '#styles/full.css';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { paths } from '#navigation/paths.ts';

/** Titles of the steps before the administration opens, in order. An account needs only some of them. */
const titles = {
  password: 'common.password',
  code: 'start.step.code',
  signIn: 'common.signIn',
  'change-password': 'start.step.newPassword',
  agree: 'start.step.agree',
  app: 'start.step.app',
  passkey: 'passkey.title',
  codes: 'start.step.codes',
  open: 'start.step.open',
} as const satisfies Record<string, PlainKey>;
export type StartStep = keyof typeof titles;

/** Steps of an administrator who has neither an authenticator app nor a passkey. */
const firstSteps = ['password', 'code', 'app', 'codes', 'open'] as const satisfies readonly StartStep[];

type Props = {
  steps: readonly StartStep[];
  current: StartStep;
  /** Name of the current part of a step. The heading takes the focus when the part changes. */
  part?: string | undefined;
  children: ReactNode;
};

export function StartSteps({ steps, current, part = '', children }: Props) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = `${current} ${part}`;
  const shownPlace = useRef(place);
  // Focus the heading, because the focused control was removed with the previous step.
  useEffect(() => {
    if (shownPlace.current !== place) heading.current?.focus();
    shownPlace.current = place;
  }, [place]);
  const currentIndex = steps.indexOf(current);
  const isOpen = current === 'open';
  return (
    <>
      <PageTitle
        title={t(isOpen ? 'start.open.title' : 'start.title')}
        lead={t(isOpen ? 'start.open.lead' : 'start.lead')}
      />
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)]">
        {steps.map((step, index) => {
          const isDone = index < currentIndex || isOpen;
          const isCurrent = index === currentIndex;
          const title = (
            <>
              <span className="sr-only">
                {t(isDone ? 'start.done' : isCurrent ? 'start.now' : 'start.next')}{' '}
              </span>
              {t(titles[step])}
            </>
          );
          return (
            <li
              key={step}
              aria-current={isCurrent ? 'step' : undefined}
              className={cx(
                isDone ? 'pb-2' : 'pb-4',
                'relative last:pb-0 not-last:before:absolute not-last:before:inset-y-0 not-last:before:start-4 not-last:before:w-px not-last:before:bg-line',
              )}
            >
              <div className="relative flex min-h-8 items-center gap-3">
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-8 shrink-0 place-items-center rounded-full border text-label font-semibold digits',
                    isDone && 'border-transparent bg-success-soft text-success forced-colors:border-current',
                    isCurrent && !isDone && 'border-transparent bg-brand text-on-brand',
                    !isDone && !isCurrent && 'border-field bg-card text-muted',
                  )}
                >
                  {isDone ? <Icon name="check" className="size-4" /> : index + 1}
                </span>
                {isCurrent ? (
                  <h2 ref={heading} tabIndex={-1} className="min-w-0 text-lg outline-none">
                    {title}
                  </h2>
                ) : (
                  <p className={cx('min-w-0', !isDone && 'text-muted')}>{title}</p>
                )}
              </div>
              {isCurrent && (
                <div className="relative my-2 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-card px-4 py-3">
                  {children}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

export function CodeLead({ phone }: { phone: string }) {
  const t = useT();
  return <PhoneText text={t('start.code.lead', { phone })} phone={phone} />;
}

/** Shows a sign-in page as the step after an administrator's password, in place of `StepPage`. */
export function CodeStep({
  lead,
  notice,
  children,
}: {
  lead?: ReactNode;
  notice?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <StartSteps steps={firstSteps} current="code">
        {lead && <p className="text-muted">{lead}</p>}
        {notice}
        {children}
      </StartSteps>
      <p className="mt-6 text-center">
        <TextLink isPlain to={paths.signIn} text="twoStep.otherAccount" />
      </p>
    </>
  );
}
