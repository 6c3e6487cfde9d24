import type { UseQueryResult } from '@tanstack/react-query';
import { maxCounted } from '@vid/contract/limits';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router';
import { formatNumber } from '#shared/i18n/format.ts';
import type { PlainKey } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { buttonClass, quietLinkClass } from '#shared/ui/controls/button.tsx';
import { isWaiting, LoadState } from '#shared/ui/feedback/load-state.tsx';
import { BoneButtons, BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { firstPageOf } from '#shared/ui/list/use-list-view.ts';
import { notify } from '#shared/ui/feedback/notify.ts';
import { KeyHint, useQueueKeys, useShortcut } from './queue-keys.tsx';

export type QueueItem = { readonly id: string; readonly name: string; readonly note: ReactNode };

type Page = { readonly items: readonly { readonly id: string }[]; readonly count: number | null };

type Input = {
  /** Path of the list, without the filters that the user has chosen. */
  readonly list: string;
  readonly pathOf: (id: string) => string;
  /** Open case; undefined in the list. */
  readonly current: string | undefined;
  readonly query: Pick<UseQueryResult<Page>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;
};

/** Returns a case's neighbours, if any, in the list that the URL describes, and a function to call after a decision. */
export function useCaseQueue({ list, pathOf, current, query }: Input) {
  const t = useT();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const items = query.data?.items ?? [];
  const index = items.findIndex(({ id }) => id === current);
  const next = items[index + 1]?.id;
  const previous = items[index - 1]?.id;
  // Follows the shown page, because the user may leave the case before the server responds to a decision.
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
    return () => {
      shown.current = undefined;
    };
  }, [current]);
  return {
    query,
    list,
    pathOf,
    current,
    next,
    previous,
    count: query.data?.count,
    /**
     * Opens the next waiting case, or the list if no case follows, and says how many cases are left. If the user has
     * moved to another page, stays there and names the decided case.
     */
    async decided(done: PlainKey, name: string | null): Promise<void> {
      const { data: left, isError } = await query.refetch();
      const others = (left?.items ?? items).filter(({ id }) => id !== current);
      // A case that is not in the list was opened by a link, so no case of the list follows it.
      const isListed = query.data === undefined || index !== -1;
      const following = isListed ? (others.find(({ id }) => id === next) ?? others[0]) : undefined;
      const isShown = shown.current === current;
      if (isShown && following) void navigate(withFilters(pathOf(following.id), search), { state });
      // Open the first page of the list, because later pages are empty once their cases are decided.
      else if (isShown) void navigate(withFilters(list, search), { state: firstPageOf(state) });
      const count = isError ? undefined : left?.count;
      const rest =
        count === undefined
          ? ''
          : count === null
            ? t('admin.queue.leftOver', { count: formatNumber(maxCounted) })
            : t('admin.queue.left', { count });
      const what = isShown ? t(done) : `${name ?? t('account.unnamed')}: ${t(done)}`;
      notify.success(`${what} ${rest}`.trim());
    },
  };
}

const filterNames = ['queue', 'state', 'kind'];

function withFilters(to: string, search: string): string {
  const [path = '', own] = to.split('?');
  const filters = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => filterNames.includes(name)),
  );
  for (const [name, value] of new URLSearchParams(own)) filters.set(name, value);
  return filters.size === 0 ? path : `${path}?${filters.toString()}`;
}

export type CaseQueue = ReturnType<typeof useCaseQueue>;

/** Links to a page of the same queue. The filters are in the URL, the search and the page in the history entry. */
function QueueLink({ to, ...link }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const { search, state } = useLocation();
  const target = withFilters(to, search);
  const follow = useLinkClickHandler(target, { state });
  return (
    <a {...link} href={useHref(target)} onClick={follow}>
      {link.children}
    </a>
  );
}

export function CaseLink({ to, name }: { to: string; name: string | null }) {
  const t = useT();
  return (
    <QueueLink
      to={to}
      className="inline-block min-h-6 rounded-sm font-semibold wrap-anywhere text-brand no-underline underline-offset-4 hover:text-brand-hover hover:underline"
    >
      <bdi>{name ?? t('account.unnamed')}</bdi>
    </QueueLink>
  );
}

export function StartButton({ queue: { next, pathOf, query } }: { queue: CaseQueue }) {
  const t = useT();
  useQueueKeys();
  const shortcut = useShortcut('j');
  // Reserve the space of the button, which has its own line on a phone.
  if (query.data === undefined && isWaiting(query)) return <BoneButtons texts={[t('admin.queue.start')]} />;
  if (next === undefined) return null;
  return (
    <QueueLink to={pathOf(next)} aria-keyshortcuts={shortcut} className={buttonClass()}>
      {t('admin.queue.start')}
      <KeyHint letter="j" />
    </QueueLink>
  );
}

type Props = { queue: CaseQueue; items: readonly QueueItem[]; label: string; children: ReactNode };

export function QueueLayout({ queue, items, label, children }: Props) {
  const t = useT();
  const keys = useQueueKeys();
  const { list, count, next, previous, pathOf } = queue;
  return (
    <>
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-6 lg:-mt-4 lg:min-h-10">
        <QueueLink to={list} className={cx(quietLinkClass, 'gap-2')}>
          {t('admin.queue.back')}
          {typeof count === 'number' && <span className="digits">{formatNumber(count)}</span>}
        </QueueLink>
        <nav aria-label={t('admin.queue.move')} className="flex flex-wrap items-center gap-2">
          <button
            type="button"
            onClick={keys.toggle}
            className={cx(quietLinkClass, 'me-2 cursor-pointer text-label max-md:hidden')}
          >
            {t(keys.isOn ? 'admin.queue.keys.off' : 'admin.queue.keys.on')}
          </button>
          {previous !== undefined && <Step to={pathOf(previous)} letter="k" text="admin.queue.previous" />}
          {next !== undefined && <Step to={pathOf(next)} letter="j" text="admin.queue.next" />}
        </nav>
      </div>
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start lg:gap-6">
        <CaseList queue={queue} items={items} label={label} />
        <div className="@container min-w-0">{children}</div>
      </div>
    </>
  );
}

function Step({ to, letter, text }: { to: string; letter: string; text: PlainKey }) {
  const t = useT();
  return (
    <QueueLink
      to={to}
      aria-keyshortcuts={useShortcut(letter)}
      className={cx(buttonClass('secondary'), 'min-h-11! px-4! py-1! text-label lg:min-h-10!')}
    >
      {t(text)}
      <KeyHint letter={letter} />
    </QueueLink>
  );
}

const showInList = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest' });

function CaseList({ queue, items, label }: Omit<Props, 'children'>) {
  const area = useRef<HTMLElement>(null);
  const { current, pathOf, query } = queue;
  const move = (press: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[press.key];
    const links = [...(area.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (step === undefined || at === -1) return;
    press.preventDefault();
    links[at + step]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links inside take the focus
    <nav
      ref={area}
      aria-label={label}
      onKeyDown={move}
      className="rounded-card border border-line bg-card p-2 max-lg:hidden lg:sticky lg:top-19 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      {query.data === undefined && (
        <div className="p-3">
          <LoadState query={query} skeleton={<BoneRows count={6} />} />
        </div>
      )}
      <ol className="grid gap-1">
        {items.map(({ id, name, note }) => (
          <li key={id}>
            <QueueLink
              to={pathOf(id)}
              ref={id === current ? showInList : undefined}
              aria-current={id === current || undefined}
              className="grid rounded-control px-3 py-2 text-ink no-underline hover:bg-bg aria-[current]:bg-soft"
            >
              <bdi className="line-clamp-2 text-label font-semibold wrap-anywhere">{name}</bdi>
              <span className="truncate text-sm text-muted">{note}</span>
            </QueueLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}
