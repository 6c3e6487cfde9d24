import { shownMessage } from '#shared/api/api-failure.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';

type PagedQuery = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): Promise<unknown>;
};

/** Loads the next page of a list below the pages already shown. If a page fails to load, the earlier pages stay. */
export function MoreButton({ query }: { query: PagedQuery }) {
  return (
    <>
      {query.isFetchNextPageError && (
        <div className="mt-4">
          <Alert text={shownMessage(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="mt-4 w-full sm:w-auto"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          text="shell.more"
        />
      )}
    </>
  );
}
