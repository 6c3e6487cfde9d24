import { useT } from '#shared/i18n/use-t.ts';
import { Badge } from '#shared/ui/badge.tsx';
import type { CertificateItem, EnterpriseItem } from './queue.ts';

const looks = {
  declared: { tone: 'brand' },
  verified: { tone: 'success', icon: 'success' },
  confirmed: { tone: 'success', icon: 'success' },
  expired: { tone: 'accent', icon: 'alert' },
  refused: { tone: 'danger', icon: 'alert' },
} as const;

export function StateBadge({ state }: { state: EnterpriseItem['state'] | CertificateItem['status'] }) {
  const t = useT();
  return <Badge {...looks[state]}>{t(`admin.queue.state.${state}`)}</Badge>;
}
