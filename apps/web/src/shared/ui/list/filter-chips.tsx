import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import type { ListView } from './use-list-view.ts';

type Props = {
  chips: readonly { readonly label: string; readonly onRemove: () => void }[];
  view: Pick<ListView, 'clear'>;
};

/** Shows the active filters, each with a button that removes it. Renders nothing if no filter is set. */
export function FilterChips({ chips, view }: Props) {
  const t = useT();
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('list.filters')} className="mb-4 flex flex-wrap items-center gap-2">
      {chips.map(({ label, onRemove }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={t('list.removeFilter', { filter: label })}
            className="inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-md bg-soft px-3 py-1 text-label text-brand hover:text-brand-hover"
            onClick={onRemove}
          >
            {label}
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <LinkButton onClick={view.clear}>{t('list.clear')}</LinkButton>
      </li>
    </ul>
  );
}
