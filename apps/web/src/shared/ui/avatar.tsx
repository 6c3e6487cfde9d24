import { useState } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from './icons.tsx';

/** The account's picture, or a default icon if there is none or it fails to load. */
export function Avatar({ src, className = 'size-10' }: { src?: string | null; className?: string }) {
  const [broken, setBroken] = useState<string>();
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        referrerPolicy="no-referrer"
        className={cx('shrink-0 rounded-full bg-soft object-cover', className)}
        onError={() => setBroken(src)}
      />
    );
  }
  return (
    <span className={cx('grid shrink-0 place-items-center rounded-full bg-soft text-brand', className)}>
      <Icon name="user" className="size-[55%]" />
    </span>
  );
}
