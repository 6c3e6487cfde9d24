import { useState } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from './icons.tsx';

/** White letters have a contrast of at least 4.5:1 on each of these colours. */
const colours = [
  'bg-[#0b5d51]',
  'bg-[#7a4d0c]',
  'bg-[#2f4f8a]',
  'bg-[#7b2f6b]',
  'bg-[#8a3324]',
  'bg-[#3f5d1c]',
] as const;

/** Returns the same colour for the same account on every device. */
function colourOf(seed: string): string {
  let sum = 0;
  for (const letter of seed) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return colours[sum % colours.length] ?? colours[0];
}

/** Returns the first letters of the last two words: "Nguyễn Thị Minh Anh" gives "MA". */
export function initialsOf(name: string): string {
  const words = name
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words
    .slice(-2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('vi');
}

type Props = { src?: string | null; name: string | null; seed: string; className?: string };

/**
 * Shows the account's picture, or else its initials, or a figure for an account without a name. Hidden from screen
 * readers, because the account is named next to it.
 */
export function Avatar({ src = null, name, seed, className = 'size-10' }: Props) {
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
  const initials = initialsOf(name ?? '');
  return (
    <span
      aria-hidden="true"
      className={cx(
        '@container grid shrink-0 place-items-center rounded-full font-semibold text-white',
        colourOf(seed),
        className,
      )}
    >
      {initials === '' ? (
        <Icon name="user" className="size-[55%]" />
      ) : (
        <span className="text-[length:40cqi]">{initials}</span>
      )}
    </span>
  );
}
