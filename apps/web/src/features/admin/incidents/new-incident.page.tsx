import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Card } from '#shared/ui/page/card.tsx';
import { BackLink } from '#shared/ui/detail-page.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { commonEvents } from '#state/common.ts';
import { IncidentForm } from './incident-form.tsx';
import { type IncidentText, pathOf, useIncidentChange } from './incidents.ts';

export function NewIncidentPage() {
  const t = useT();
  const navigate = useNavigate();
  const open = useIncidentChange((body: IncidentText) => api.post('/vid/api/admin/incidents', { body }));
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
