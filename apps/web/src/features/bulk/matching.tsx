import type { UseQueryResult } from '@tanstack/react-query';
import { bulkLimits } from '@vid/contract/bulk';
import { useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { shownFailure } from '#shared/ui/feedback/load-state.tsx';
import type { Selection } from '#shared/ui/list/selection.tsx';
import type { ListView } from '#shared/ui/list/use-list-view.ts';

/** Selection of all rows that match the filter, instead of rows of the page. */
export type Matching = {
  /** True if all rows of the page are selected and other pages have more matches. */
  readonly isOffered: boolean;
  /** Number of matches while all are selected; null while only rows of the page are selected. */
  readonly all: number | null;
  readonly choose: (count: number | null) => void;
};

/**
 * Returns the selection of all matches of `filter`. The selection ends when the filter changes or a row of the page is
 * cleared.
 */
export function useMatching<Row>(
  selection: Selection<Row>,
  filter: object,
  { next, view }: { readonly next: string | null | undefined; readonly view: Pick<ListView, 'toPrevious'> },
): Matching {
  const key = JSON.stringify(filter);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly count: number } | null>(null);
  const isOffered = selection.isAll && (typeof next === 'string' || view.toPrevious !== undefined);
  const isChosen = isOffered && chosen?.key === key;
  // Forget the choice, so that selecting the page again does not select all matches.
  if (chosen !== null && !isChosen) setChosen(null);
  return {
    isOffered,
    all: isChosen ? chosen.count : null,
    choose: (count) => setChosen(count === null ? null : { key, count }),
  };
}

type CountQuery = Pick<
  UseQueryResult<{ readonly count: number | null }>,
  'data' | 'error' | 'isPlaceholderData' | 'refetch'
>;

/**
 * Returns the number of items for a list's title; null if the server stopped counting, undefined while it is unknown.
 */
export const countOf = ({ data, isPlaceholderData }: Pick<CountQuery, 'data' | 'isPlaceholderData'>) =>
  isPlaceholderData ? undefined : data?.count;

type Props = { matching: Matching; count: CountQuery };

export function MatchingChoice({ matching: { all, choose }, count }: Props) {
  const t = useT();
  if (all !== null) return <LinkButton onClick={() => choose(null)}>{t('bulk.page')}</LinkButton>;
  const { data, error, isPlaceholderData, refetch } = count;
  if (error)
    return (
      <p className="text-label text-muted">
        {shownFailure(error)} <LinkButton onClick={() => void refetch()} text="common.retry" />
      </p>
    );
  // Placeholder data is the previous filter's number, which must not be shown for this filter.
  if (data === undefined || isPlaceholderData) return null;
  const matches = data.count;
  return matches === null || matches > bulkLimits.rows ? (
    <p className="text-label text-muted">{t('bulk.tooMany', { max: bulkLimits.rows })}</p>
  ) : (
    <LinkButton onClick={() => choose(matches)}>{t('bulk.select', { count: matches })}</LinkButton>
  );
}
