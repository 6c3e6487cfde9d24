import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths, trimPath } from '#navigation/paths.ts';
import { ApiFailure, isCancelled } from '#shared/api/api-failure.ts';
import { Bone } from '#shared/ui/feedback/skeleton.tsx';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Drawing, Icon } from '#shared/ui/display/icons.tsx';
import { Link } from '#shared/ui/controls/link.tsx';
import { Button, TextLink } from '#shared/ui/controls/button.tsx';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { PageIcon, type PageIconName } from '#shared/ui/page/page-icon.tsx';

/** Icons that only the member's pages use, so that no other page loads them. */
const strokes = {
  mail: 'M4 5.5h16v13H4zM4.5 7l7.5 5.5L19.5 7',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h8.5v3.5M17 12v2.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3.5 2',
  link: 'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7L12 5m2 6a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7L12 19',
  lifeRing:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-5.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM5.6 5.6l3.9 3.9m5 5 3.9 3.9m0-12.8-3.9 3.9m-5 5-3.9 3.9',
  bin: 'M5 7h14M10 4h4M6.5 7l1 13h9l1-13',
} as const;
type RowIconName = PageIconName | keyof typeof strokes;

const isOwn = (name: RowIconName): name is keyof typeof strokes => Object.hasOwn(strokes, name);

export const RowIcon = ({ name, className }: { name: RowIconName; className?: string }) =>
  isOwn(name) ? (
    <Drawing path={strokes[name]} className={className} />
  ) : (
    <PageIcon name={name} className={className} />
  );

export function Overview({ children }: { children: ReactNode }) {
  return (
    <Card className="overflow-hidden p-0! md:p-0!">
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  );
}

export type PartState = {
  readonly text: ReactNode;
  readonly action: PlainKey;
  /** `weak` marks something to improve, `good` a protection that is on. */
  readonly tone?: 'good' | 'weak' | undefined;
};

type Props<Data> = {
  icon: RowIconName;
  title: PlainKey;
  to: string;
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error'> & {
    readonly isFetching?: boolean;
    readonly refetch?: () => unknown;
  };
  /** Returns the state in a few words, and the action that the member can take. */
  children: (data: Data) => PartState;
};

export function OverviewRow<Data>({ icon, title, to, query, children }: Props<Data>) {
  const t = useT();
  const state = query.data === undefined ? undefined : children(query.data);
  const hasFailed = query.isError && !isCancelled(query.error);
  return (
    <li className="flex flex-wrap items-center">
      <Link
        to={to}
        className="flex flex-1 items-center gap-4 px-4 py-4 text-ink no-underline transition-colors hover:bg-soft focus-visible:-outline-offset-2 md:px-6"
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft text-brand">
          <RowIcon name={icon} />
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-0 flex-1 basis-32">
            <span className="block font-semibold text-pretty">{t(title)}</span>
            <State state={state} failure={hasFailed ? query.error : undefined} />
          </span>
          {/* On a phone, only the state is visible, because the action would not fit. */}
          {state && (
            <span className="text-label font-semibold text-brand max-sm:sr-only">{t(state.action)}</span>
          )}
        </span>
        <PageIcon name="forward" className="text-muted" />
      </Link>
      {hasFailed && state === undefined && (
        <Button
          look="secondary"
          className="m-4"
          isBusy={query.isFetching === true}
          onClick={() => void query.refetch?.()}
          text="common.retry"
        />
      )}
    </li>
  );
}

const tones = { good: 'text-success', weak: 'text-accent' } as const;

function State({ state, failure }: { state: PartState | undefined; failure: unknown }) {
  const t = useT();
  if (state === undefined && failure === undefined)
    return (
      <span aria-hidden="true" className="block animate-appear text-label">
        <Bone className="w-32" />
      </span>
    );
  const tone = state?.tone;
  const reference = failure instanceof ApiFailure ? failure.requestId : null;
  return (
    <span
      className={cx('flex items-start gap-1 text-label', tone === undefined ? 'text-muted' : tones[tone])}
    >
      {tone !== undefined && (
        <Icon name={tone === 'good' ? 'success' : 'alert'} className="mt-0.5 size-4.5" />
      )}
      <span className="min-w-0 wrap-anywhere text-pretty">
        {state ? state.text : t('shell.loadFailed')}
        {!state && reference !== null && (
          <span className="block">
            {t('shell.reference')}{' '}
            <bdi translate="no" className="digits font-semibold">
              {reference}
            </bdi>
          </span>
        )}
      </span>
    </span>
  );
}

/** Pages of an overview, keyed by their paths. A link in a `lead` opens the password page. */
export type Parts = Readonly<Record<string, { title: PlainKey; lead?: PlainKey; content: ComponentType }>>;

export function PartPage({ parts, of }: { parts: Parts; of: { to: string; text: PlainKey } }) {
  const t = useT();
  const pathname = trimPath(useLocation().pathname);
  const part = Object.hasOwn(parts, pathname) ? parts[pathname] : undefined;
  if (part === undefined) return <Navigate replace to={paths.error404} />;
  const { title, lead, content: Content } = part;
  return (
    <Page
      // The key gives each path a new page, whose title takes the focus.
      key={pathname}
      width="text"
      back={{ to: of.to, text: t(of.text) }}
      title={t(title)}
      lead={lead && <Rich text={t(lead)} parts={{ link: <TextLink to={paths.userPassword} /> }} />}
    >
      <Content />
    </Page>
  );
}
