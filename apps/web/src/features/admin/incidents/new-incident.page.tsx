import { useSend } from '#shared/api/queries.ts';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Card, BackLink, PageHeader } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { IncidentForm } from './incident-form.tsx';
import { pathOf, stale } from './incidents.tsx';

export function NewIncidentPage() {
  const t = useT();
  const navigate = useNavigate();
  const open = useSend('POST /vid/api/admin/incidents', {}, ...stale);
  return (
    <>
      <BackLink to={areaPaths.adminIncidents} text={t('admin.incidents.back')} />
      <PageHeader title={t('admin.incidents.new')} lead={t('admin.incidents.new.lead')} />
      <Card className="max-w-[48rem]">
        <IncidentForm
          action={t('admin.incidents.new.action')}
          onSave={async (text) => {
            const { id } = await open.mutateAsync(text);
            commonEvents.succeeded('admin.incidents.opened');
            void navigate(pathOf(id), { replace: true });
          }}
          onCancel={() => void navigate(areaPaths.adminIncidents)}
        />
      </Card>
    </>
  );
}
