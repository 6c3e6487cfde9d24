import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

type Tone = { tone: keyof typeof looks };

export function StateMark({ tone }: Tone) {
  const { icon, className } = looks[tone];
  return (
    <span className={`grid size-16 place-items-center rounded-full ${className}`}>
      <Icon name={icon} className="size-8" />
    </span>
  );
}

const looks = {
  success: { icon: 'success', className: 'bg-success-soft text-success' },
  error: { icon: 'alert', className: 'bg-danger-soft text-danger' },
  info: { icon: 'info', className: 'bg-soft text-brand' },
} as const;

export function StateTitle({ tone, ...title }: Tone & ComponentProps<typeof PageTitle>) {
  return (
    <>
      <StateMark tone={tone} />
      <PageTitle className="mt-6" {...title} />
    </>
  );
}

type LinkProps = Omit<ComponentProps<typeof ButtonLink>, 'children' | 'isWide' | 'className' | 'title'>;

/** A page that reports an outcome, with a link to continue. `action` is the link's text. */
export function StatePage({
  tone,
  title,
  lead,
  action,
  children,
  ...link
}: Tone &
  Pick<ComponentProps<typeof PageTitle>, 'title' | 'lead'> & {
    action: string;
    children?: ReactNode;
  } & LinkProps) {
  return (
    <>
      <StateTitle tone={tone} title={title} lead={lead} />
      {children && <div className="mt-6">{children}</div>}
      <ButtonLink isWide className="mt-6" {...link}>
        {action}
      </ButtonLink>
    </>
  );
}
