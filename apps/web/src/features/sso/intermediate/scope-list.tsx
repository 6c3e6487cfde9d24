import { useT } from '#shared/i18n/use-t.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { knownScopes } from '#shared/lib/consents.ts';

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const t = useT();
  return (
    <section className="mt-6">
      <h2 className="text-label font-semibold">{t('sso.consent.lead')}</h2>
      <ul className="mt-2 grid gap-2 text-pretty">
        {knownScopes(scopes).map((scope) => (
          <li key={scope} className="flex gap-2">
            <Icon name="check" className="mt-0.5 text-brand" />
            {t(`sso.scope.${scope}`)}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">{t('sso.consent.never')}</p>
    </section>
  );
}
