import { useT } from '#shared/i18n/use-t.ts';
import { PageHeader } from '#shared/ui/page/page-header.tsx';
import { ApprovalsCard } from '#features/admin/approvals/approvals-card.tsx';

/** What needs the attention of the administrators. */
export function DashboardPage() {
  const t = useT();
  return (
    <>
      <PageHeader title={t('admin.dashboard.title')} lead={t('admin.dashboard.lead')} />
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-6">
        <ApprovalsCard />
      </div>
    </>
  );
}
