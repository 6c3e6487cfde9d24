import { useT } from '#shared/i18n/use-t.ts';
import type { Difference } from './differences.ts';

const shown = 6;

type DifferenceListProps = {
  differences: readonly Difference[];
  isWhole?: boolean;
};

export function DifferenceList({ differences, isWhole = false }: DifferenceListProps) {
  const t = useT();
  const listed = isWhole ? differences : differences.slice(0, shown);
  const rest = differences.length - listed.length;
  return (
    <ul className="grid gap-1 text-sm">
      {listed.map(({ path, label, former, current }) => (
        <li key={path} className="break-words">
          <span className="text-muted">{label}:</span> <del className="text-muted">{former || '–'}</del>{' '}
          <span aria-hidden>→</span> <ins className="no-underline">{current || '–'}</ins>
        </li>
      ))}
      {rest > 0 && <li className="text-muted">{t('admin.params.history.more', { count: rest })}</li>}
    </ul>
  );
}
