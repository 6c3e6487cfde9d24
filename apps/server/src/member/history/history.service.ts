import { createSealedCursors, toPage, writeCursor } from '#database/page.ts';
import type { Platform } from '#platform/platform.ts';
import { deviceOf, eventOf, shownKinds } from './history.policy.ts';
import { createHistoryRepo } from './history.repo.ts';

const defaultLimit = 10;

export function createHistoryService({ sql, keys }: Platform) {
  const repo = createHistoryRepo(sql);
  // Cursors are sealed, because the number of an audit row in their sort key reveals the number of events of
  // all accounts.
  const cursors = createSealedCursors(keys, 'history');
  return {
    /**
     * Returns a page of the history.
     * @throws AppError VALIDATION_FAILED for a cursor that this list did not issue
     */
    async list(accountId: string, page: { readonly after?: string; readonly limit?: number }) {
      const { limit = defaultLimit } = page;
      const after = cursors.open(page.after);
      const { rows, end } = await repo.list(accountId, shownKinds, { after, limit: limit + 1 });
      const { items, next } = toPage(rows, limit, ({ microseconds, id }) => [microseconds, id]);
      return {
        items: items.map((row) => ({ event: eventOf(row), device: deviceOf(row), at: row.at })),
        next: cursors.seal(next ?? (end ? writeCursor(end) : null)),
      };
    },
  };
}
