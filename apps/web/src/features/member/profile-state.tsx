import { loadProfile } from '#session/session.ts';
import { renderMessage } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { EmptyState } from '#shared/ui/feedback/load-state.tsx';
import { Skeleton } from '#shared/ui/feedback/skeleton.tsx';
import type { ReactNode } from 'react';
import { useAuth } from '#state/auth.ts';

export function ProfileState({ skeleton }: { skeleton?: ReactNode }) {
  const t = useT();
  const error = useAuth((state) => state.error);
  if (error === null) return <Skeleton>{skeleton}</Skeleton>;
  return (
    <EmptyState
      icon="alert"
      title={t('account.loadFailed')}
      action={<Button onClick={() => void loadProfile()}>{t('common.retry')}</Button>}
      lead={renderMessage(error)}
    />
  );
}
