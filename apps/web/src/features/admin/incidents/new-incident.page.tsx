import { useSend } from '#shared/api/queries.ts';
import { useNavigate } from 'react-router';
import { areaPaths } from '#navigation/area-paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Card, Page } from '#shared/ui/page/page.tsx';
import { commonEvents } from '#state/common.ts';
import { IncidentForm } from './incident-form.tsx';
import { pathOf, stale } from './incidents.tsx';

export function NewIncidentPage() {
  const t = useT();
  const navigate = useNavigate();
  const open = useSend('POST /vid/api/admin/incidents', {}, ...stale);
  return (
    <Page
      width="form"
      back={{ to: areaPaths.adminIncidents, text: t('admin.incidents.back') }}
      title={t('admin.incidents.new')}
      lead={t('admin.incidents.new.lead')}
    >
      <Card>
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
    </Page>
  );
}
