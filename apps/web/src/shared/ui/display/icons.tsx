import type { SVGProps } from 'react';
import { cx } from '#shared/lib/cx.ts';

/** Icons for all pages. Icons only for pages behind the sign-in are in `page-icon.tsx`. */
const strokes = {
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 2.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  eyeOff:
    'm4 4 16 16M9.9 5.8q1-.3 2.1-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.5 7.2A17 17 0 0 0 2.5 12S6 18.5 12 18.5q2.3 0 4.3-1.1M10 10a2.8 2.8 0 0 0 4 4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9m0-5v5h-5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  dot: 'M12 12h.01',
  close: 'm6 6 12 12M18 6 6 18',
  alert: 'M12 8v5m0 3.5h.01M12 3.5 2.5 20h19L12 3.5Z',
  info: 'M12 11v5m0-8.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  success: 'm8 12.5 2.7 2.7L16 9.5M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  device: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  building: 'M4.5 20.5v-16h9v16m0-11h6v11M3 20.5h18M7.5 8.5h3m-3 4h3m-3 4h3m6-3.5h.01m-.01 3.5h.01',
  lock: 'M6 10.5h12v10H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  shield: 'M12 3.5 4.5 6v5.5c0 4.5 3 7.7 7.5 9 4.5-1.3 7.5-4.5 7.5-9V6L12 3.5Zm-3 8.5 2.3 2.3L15.5 10',
  phone: 'M7.5 3h9a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3.5 15h2',
} as const;

export type IconName = keyof typeof strokes;

type Props = Omit<SVGProps<SVGSVGElement>, 'name' | 'path' | 'children'>;

/** A decorative icon, hidden from screen readers. Place it beside text or inside a labelled control. */
export function Icon({ name, ...rest }: { name: IconName } & Props) {
  return <Drawing path={strokes[name]} strokeWidth={name === 'dot' ? 5 : 1.75} {...rest} />;
}

/** Draws one path on a 24-unit grid. A mirrored icon is flipped in right-to-left languages. */
export function Drawing({
  path,
  isMirrored = false,
  className,
  ...rest
}: { path: string; isMirrored?: boolean } & Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx(
        'shrink-0',
        // If `className` contains a size, omit the default size, because the order in the style sheet would decide
        // between the two.
        className?.includes('size-') || 'size-5',
        isMirrored && 'rtl:-scale-x-100',
        className,
      )}
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}
