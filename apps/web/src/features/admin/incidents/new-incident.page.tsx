import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { commonEvents } from '#state/common.ts';
import { IncidentForm } from './incident-form.tsx';
import { pathOf, useOpenIncident } from './incidents.ts';

export function NewIncidentPage() {
  const t = useT();
  const navigate = useNavigate();
  const open = useOpenIncident();
  return (
    <>
      <TextLink isQuiet to={areaPaths.adminIncidents} className="mb-3">
        {t('admin.incidents.back')}
      </TextLink>
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
