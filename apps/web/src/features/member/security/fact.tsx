import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/i18n/format.ts';
import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { relativeTime } from '#shared/i18n/relative-time.ts';
import { useT } from '#shared/i18n/use-t.ts';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Ago({ at, now }: { at: string; now: number }) {
  const t = useT();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relativeTime(at, now, getLanguageTag()) ?? t('account.security.justNow')}
    </time>
  );
}
