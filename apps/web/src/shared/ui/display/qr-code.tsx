import { useMemo } from 'react';
import { cx } from '#shared/lib/cx.ts';
import { drawQr } from '#shared/lib/qr-drawing.ts';

/**
 * Shows a QR code of `text`, as wide as its container. Always dark on white, even in the dark theme and in
 * high-contrast mode, because some cameras cannot read inverted codes. Pages that use this component must be lazy: the
 * encoder is 4 kB (gzip).
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('block w-full rounded-control border border-line [forced-color-adjust:none]', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
