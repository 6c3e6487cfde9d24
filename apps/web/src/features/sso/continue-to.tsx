import { useT } from '#shared/i18n/use-t.ts';
import { useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';

export function ContinueTo() {
  const t = useT();
  const application = useSso((state) => state.application);
  const isAskedByApp = useAuth((state) => state.newSignInRequestedBy === 'application');
  if (application === null) return null;
  return (
    <div className="mb-6 flex items-center gap-3 border-b border-line pb-4">
      <ApplicationMark {...application} />
      <p className="min-w-0">
        <span className="block text-sm text-muted">{t('sso.toContinueTo')}</span>
        <strong className="block font-semibold break-words">
          <bdi>{application.name}</bdi>
        </strong>
        {isAskedByApp && <span className="mt-1 block text-sm">{t('sso.signInAgain')}</span>}
      </p>
    </div>
  );
}
