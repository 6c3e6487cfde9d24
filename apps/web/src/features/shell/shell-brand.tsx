import { useState } from 'react';
import { useLogoUrl } from '#features/sign-in/auth-layout/brand.tsx';
import { useAssociationName } from '#state/association.ts';
import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link } from '#shared/ui/controls/link.tsx';
import { Logo } from '#shared/ui/display/logo.tsx';

type Props = { isMarkOnly?: boolean; className?: string; onFollow?: () => void };

export function ShellBrand({ isMarkOnly = false, className, onFollow }: Props) {
  const t = useT();
  const name = useAssociationName();
  const logo = useLogoUrl();
  const [broken, setBroken] = useState<string>();
  return (
    <Link
      to={paths.home}
      title={t('shell.home')}
      className={cx(
        'flex min-h-11 min-w-0 items-center gap-3 rounded-control text-sm leading-[1.35] font-semibold text-ink no-underline',
        className,
      )}
      onClick={onFollow}
    >
      {logo && logo !== broken ? (
        <img
          src={logo}
          alt=""
          className="size-9 shrink-0 rounded-md object-contain"
          onError={() => setBroken(logo)}
        />
      ) : (
        <Logo className="size-9 shrink-0" />
      )}
      <span className={isMarkOnly ? 'sr-only' : 'line-clamp-2 min-w-0 text-balance'}>{name}</span>
    </Link>
  );
}
