import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';

const total = 3;

export function Progress({ step }: { step: 1 | 2 | 3 }) {
  const t = useT();
  return (
    <div className="mt-4 flex items-center gap-3 text-sm text-muted">
      <span className="shrink-0">{t('signUp.stepOf', { step, total })}</span>
      <span aria-hidden="true" className="flex flex-1 gap-2">
        {[1, 2, 3].map((index) => (
          <span
            key={index}
            className={cx('h-1.5 flex-1 rounded-full', index <= step ? 'bg-brand' : 'bg-line')}
          />
        ))}
      </span>
    </div>
  );
}
