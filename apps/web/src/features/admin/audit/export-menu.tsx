import { shownFailure } from '#session/reauthenticate.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { PageIcon } from '#shared/ui/page/page-icon.tsx';
import { Menu, MenuItem } from '#shared/ui/overlays/menu.tsx';
import { type AuditQuery, useExportAudit } from './audit-log.ts';

/** Saves the filtered events as a file. */
export function ExportMenu({ query }: { query: AuditQuery }) {
  const t = useT();
  const save = useExportAudit(query);
  return (
    <>
      <Menu
        trigger={
          <Button look="secondary" isBusy={save.isPending} icon={<PageIcon name="down" />}>
            {t('admin.audit.export')}
          </Button>
        }
      >
        <MenuItem icon="list" onSelect={() => save.mutate('csv')}>
          {t('admin.audit.export.csv')}
        </MenuItem>
        <MenuItem icon="list" onSelect={() => save.mutate('jsonl')}>
          {t('admin.audit.export.jsonl')}
        </MenuItem>
      </Menu>
      <Alert text={shownFailure(save.error)} />
    </>
  );
}
