import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';

/** The layout that the data will have: a page with its title, the rows of a list, or labelled values. */
export type SkeletonShape = 'page' | 'rows' | 'facts';

const Bone = ({ className }: { className: string }) => <span className={cx('bone', className)} />;

const Facts = () => (
  <span className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
    {Array.from({ length: 6 }, (_, index) => (
      <span key={index} className="grid gap-2">
        <Bone className="w-24" />
        <Bone className="w-40" />
      </span>
    ))}
  </span>
);

const Rows = () => (
  <span className="block divide-y divide-line">
    {Array.from({ length: 6 }, (_, index) => (
      <span key={index} className="flex min-h-11 items-center justify-between gap-4 px-4">
        <Bone className="w-40" />
        <Bone className="w-24" />
      </span>
    ))}
  </span>
);

const Page = () => (
  <>
    <Bone className="mb-2 h-8 w-40" />
    <Bone className="mb-6 w-72" />
    <span className="block rounded-card border border-line bg-card p-4 md:p-6">
      <Facts />
    </span>
  </>
);

const shapes = { page: Page, rows: Rows, facts: Facts } as const;

/** Takes the place of data that is loading. Invisible for the first 300 ms. */
export function Skeleton({ shape = 'facts' }: { shape?: SkeletonShape | undefined }) {
  const t = useT();
  const Shape = shapes[shape];
  return (
    <output aria-busy className="block animate-appear">
      <span className="sr-only">{t('common.loading')}</span>
      <Shape />
    </output>
  );
}
