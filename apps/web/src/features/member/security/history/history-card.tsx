import { paths } from '#navigation/paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { LoadState } from '#shared/ui/feedback/load-state.tsx';
import { TextLink } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/feedback/empty-state.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { MoreButton } from '#shared/ui/list/more-button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { knownDeviceName } from '#shared/i18n/device-name.ts';
import { type HistoryItem, useHistory } from './history.ts';

export function HistoryCard() {
  const t = useT();
  return (
    <Card
      title={t('history.title')}
      lead={<Rich text={t('history.lead')} parts={{ link: <TextLink to={paths.userPassword} /> }} />}
    >
      <Content />
    </Card>
  );
}

function Content() {
  const t = useT();
  const history = useHistory();
  const items = history.data?.pages.flatMap((page) => page.items);
  if (items === undefined) return <LoadState query={history} title={t('history.loadFailed')} />;
  if (items.length === 0)
    return (
      <EmptyState icon="shield" title={t('history.none')}>
        {t('history.none.text')}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- events have no id, and the list only grows at its end
          <Row key={index} item={item} />
        ))}
      </ul>
      <MoreButton query={history} />
    </>
  );
}

/** Events that the member may not have caused, or should look at. */
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
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Icon
        name={isWarning ? 'alert' : 'success'}
        className={cx('mt-0.5 shrink-0', isWarning ? 'text-danger' : 'text-muted')}
      />
      <div className="min-w-0">
        <p className="font-semibold">{t(`history.event.${event}`)}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
          {name !== '' && <bdi>{name}</bdi>}
          <time dateTime={at} className="digits">
            {formatDateTime(at)}
          </time>
        </p>
      </div>
    </li>
  );
}
