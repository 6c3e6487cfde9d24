import { useState } from 'react';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/page/card.tsx';
import { ReasonDialog } from '#features/admin/reason-dialog.tsx';
import { type IncidentDetail, isTelling, useIncidentChange } from './incidents.ts';

/** Closes an incident. Lists what is still open, because nothing can be changed afterwards. */
export function ClosingCard({ incident }: { incident: IncidentDetail }) {
  const t = useT();
  const [closing, setClosing] = useState<number | null>(null);
  const close = useIncidentChange((body: { revision: number; note: string }) =>
    api.post('/vid/api/admin/incidents/:incidentId/close', { params: { incidentId: incident.id }, body }),
  );
  const { waiting } = incident.affected;
  const open = [
    ...(incident.status === 'open' ? [t('admin.incidents.close.authority')] : []),
    ...(waiting > 0 ? [t('admin.incidents.close.members', { count: waiting })] : []),
  ];
  return (
    <Card title={t('admin.incidents.close')} lead={t('admin.incidents.close.lead')}>
      {isTelling(incident) ? (
        <p className="text-muted">{t('admin.incidents.close.telling')}</p>
      ) : (
        <Button look="danger" onClick={() => setClosing(incident.revision)}>
          {t('admin.incidents.close.action')}
        </Button>
      )}
      <ReasonDialog
        question={
          closing === null
            ? null
            : {
                title: t('admin.incidents.close.title'),
                text: [...open, t('admin.incidents.close.text')].join(' '),
                hint: t('admin.incidents.close.hint'),
                action: t('admin.incidents.close.action'),
                isDangerous: true,
              }
        }
        onClose={() => setClosing(null)}
        onConfirm={async (note) => closing !== null && close.mutateAsync({ revision: closing, note })}
        done="admin.incidents.closed"
      />
    </Card>
  );
}
