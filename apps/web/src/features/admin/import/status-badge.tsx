import type { ImportStatus, RowOutcome } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/display/badge.tsx';

const tones = {
  uploading: 'plain',
  checking: 'brand',
  checked: 'accent',
  running: 'brand',
  cancelled: 'accent',
  done: 'success',
  undoing: 'brand',
  undone: 'plain',
  failed: 'danger',
} as const satisfies Record<ImportStatus, string>;

const outcomeTones = {
  new: 'brand',
  duplicate: 'accent',
  exists: 'plain',
  invalid: 'danger',
  added: 'success',
  removed: 'plain',
  kept: 'accent',
} as const satisfies Record<RowOutcome, string>;

export function StatusBadge({ status }: { status: ImportStatus }) {
  const t = useT();
  return <Badge tone={tones[status]}>{t(`admin.import.status.${status}`)}</Badge>;
}

export function OutcomeBadge({ outcome }: { outcome: RowOutcome }) {
  const t = useT();
  return <Badge tone={outcomeTones[outcome]}>{t(`admin.import.outcome.${outcome}`)}</Badge>;
}
