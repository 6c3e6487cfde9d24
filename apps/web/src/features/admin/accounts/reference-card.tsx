import { areaPaths, pathTo } from '#navigation/area-paths.ts';
import { formatDateTime } from '#shared/i18n/format.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/controls/button.tsx';
import { Card, RowList } from '#shared/ui/page/page.tsx';
import { RefusalDetails } from '#shared/ui/display/refusal-details.tsx';
import { Time } from '#shared/ui/display/values.tsx';
import { eventPath, Person } from '#features/admin/audit/audit-log.tsx';
import { eventText } from '#features/admin/audit/event-texts.ts';
import type { Found } from './use-reference.ts';

export function ReferenceCard({ found: data }: { found: Found }) {
  const t = useT();
  const { reference } = data;
  return (
    <Card title={t('admin.reference', { reference })} className="mb-4">
      {data.refusal === null ? (
        <Request found={data} />
      ) : (
        <Refused reference={reference} refusal={data.refusal} />
      )}
    </Card>
  );
}

function Request({ found: { at, events } }: { found: Found }) {
  const t = useT();
  const time = formatDateTime(at, { withSeconds: true });
  return (
    <>
      <p className="mb-3">
        {t(events.length > 0 ? 'admin.reference.request' : 'admin.reference.noEvents', { time })}
      </p>
      <RowList rows={events} rowKey={({ id }) => id}>
        {({ id, at: eventAt, account, ...event }) => (
          <>
            <TextLink isPlain to={eventPath(id)}>
              {eventText(event, t)}
            </TextLink>
            <span className="flex flex-wrap gap-x-3 text-sm text-muted">
              <Person person={account} />
              <Time at={eventAt} withSeconds />
            </span>
          </>
        )}
      </RowList>
    </>
  );
}

type RefusedProps = { reference: string; refusal: NonNullable<Found['refusal']> };

function Refused({ reference, refusal }: RefusedProps) {
  const t = useT();
  const { application, clientId } = refusal;
  return (
    <>
      <p className="mb-3">
        {application === null
          ? t('admin.reference.refused.unknown')
          : t('admin.reference.refused', { name: application.name })}
      </p>
      <RefusalDetails refusal={refusal} />
      {application !== null && clientId !== null && (
        <TextLink
          to={pathTo(areaPaths.appClientDoctor, { appId: application.id, clientId }, { reference })}
          className="mt-4"
        >
          {t('admin.reference.doctor')}
        </TextLink>
      )}
    </>
  );
}
