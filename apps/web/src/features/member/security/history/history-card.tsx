import type { Answer } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { BoneRows } from '#shared/ui/feedback/skeleton.tsx';
import { QueryCard, RowList } from '#shared/ui/page/page.tsx';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { Time } from '#shared/ui/display/values.tsx';
import { useReadPages } from '#shared/api/read-pages.ts';

export type HistoryItem = Answer<'GET /vid/api/users/history'>['items'][number];

export const useHistory = () =>
  useReadPages(
    'GET /vid/api/users/history',
    (cursor) => ({ query: { limit: 10, ...cursor } }),
    ({ next }) => next,
  );

export function HistoryCard() {
  const t = useT();
  const history = useHistory();
  return (
    <QueryCard query={history} skeleton={<BoneRows count={10} mark="size-6" />}>
      {({ pages }) => (
        <>
          <RowList
            rows={pages.flatMap(({ items }) => items)}
            // Events have no id, so the position is the key.
            rowKey={(_item, index) => String(index)}
            none={<EmptyState icon="shield" title={t('history.none')} lead={t('history.none.text')} />}
            className="flex gap-3 py-3"
          >
            {(item) => <Row item={item} />}
          </RowList>
          <MoreButton query={history} />
        </>
      )}
    </QueryCard>
  );
}

/** Events that the member may not have caused or should check. */
const warnings: ReadonlySet<HistoryItem['event']> = new Set([
  'sign-in-failed',
  'confirmation-failed',
  'session-ended-guessing',
  'account-locked',
  'account-locked-by-association',
]);

function Row({ item: { event, device, at } }: { item: HistoryItem }) {
  const t = useT();
  const isWarning = warnings.has(event);
  const name = knownDeviceName(device, t);
  return (
    <>
      <Icon
        name={isWarning ? 'alert' : 'success'}
        className={cx('mt-0.5 shrink-0', isWarning ? 'text-danger' : 'text-muted')}
      />
      <div className="min-w-0">
        <p className="font-semibold">{t(`history.event.${event}`)}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          {name !== '' && <bdi>{name}</bdi>}
          <Time at={at} />
        </p>
      </div>
    </>
  );
}
