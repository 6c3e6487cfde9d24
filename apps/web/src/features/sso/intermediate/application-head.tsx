import { useT } from '#shared/i18n/use-t.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { linkClass } from '#shared/ui/controls/button.tsx';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';

export type ShownApplication = {
  name: string;
  logo: string | null;
  operatorName: string | null;
  policyUrl: string | null;
};

export function ApplicationHead({
  application,
  domain = null,
  title,
  lead,
}: {
  application: ShownApplication;
  domain?: string | null;
  title: string;
  lead?: string;
}) {
  const t = useT();
  const { operatorName, policyUrl } = application;
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle title={title} lead={lead} />
      <ul className="mt-4 grid gap-1 text-label text-muted">
        {domain !== null && (
          <li dir="ltr" className="wrap-anywhere rtl:text-right">
            <bdi translate="no">{domain}</bdi>
          </li>
        )}
        {operatorName !== null && (
          <li>
            <Rich
              text={t('sso.operator', { operator: operatorName })}
              parts={{ operator: <bdi className="font-semibold text-ink" /> }}
            />
          </li>
        )}
        {/* The server accepts only https URLs. */}
        {policyUrl?.startsWith('https://') && (
          <li>
            <a href={policyUrl} target="_blank" rel="noreferrer" className={linkClass}>
              {t('sso.policy')}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
