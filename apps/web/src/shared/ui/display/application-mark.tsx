import { useState } from 'react';
import { cx } from '#shared/lib/cx.ts';

/**
 * Returns the logo if it is an inline picture and not too long, else null. Pages never load a logo from another origin
 * (security case F3).
 */
export function safeLogo(raw: string | null): string | null {
  const isPicture =
    raw !== null && raw.length < 50_000 && /^data:image\/(?:png|jpeg|webp|svg\+xml);/i.test(raw);
  return isPicture ? raw : null;
}

type Props = { name: string; logo: string | null; className?: string };

/**
 * Shows an application's logo, or else the first letter of its name. Hidden from screen readers, because the name is
 * next to it.
 */
export function ApplicationMark({ name, logo, className = 'size-11' }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const src = hasFailed ? null : safeLogo(logo);
  const look = cx('shrink-0 rounded-control border border-line', className);
  if (src !== null)
    return (
      <img
        src={src}
        alt=""
        className={cx(look, 'bg-card object-contain')}
        onError={() => setHasFailed(true)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx(look, 'grid place-items-center bg-soft text-lg font-semibold text-brand')}
    >
      {name.trim().match(/./u)?.[0].toLocaleUpperCase('vi') ?? '?'}
    </span>
  );
}
