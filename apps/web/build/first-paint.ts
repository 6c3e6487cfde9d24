import { gzipSync } from 'node:zlib';
import { budget } from './budget.ts';

const bootBytes = 1_500;

/**
 * Returns the estimated first paint, on a slow network, of a page that needs only its HTML: one round trip, the
 * transfer, and the time to parse and paint.
 */
export function paintAfterMs(bytes: number): number {
  const { kbitPerSecond, latencyMs, renderMs } = budget.slowNetwork;
  return latencyMs + (bytes * 8) / kbitPerSecond + renderMs;
}

/**
 * Returns the estimated time of the first paint of a built page, compressed at the server's gzip level. `paintProblems`
 * reports other delays.
 */
export function firstPaintMs(html: string): number {
  return paintAfterMs(gzipSync(html, { level: 4 }).length + bootBytes);
}

export function paintProblems(html: string): string[] {
  const problems: string[] = [];
  if (/<link[^>]+rel="?stylesheet/.test(html)) problems.push('waits for a style sheet');
  if (!/<style[^>]*>[^<]{1000}/.test(html)) problems.push('has no inlined style sheet');
  if (/<script(?![^>]*type="module")[^>]*\ssrc=/.test(html)) problems.push('waits for a script');
  const body = /<div id="root">(?<body>.*)<\/div>/s.exec(html)?.groups?.['body'] ?? '';
  if (!/<header\b/.test(body)) problems.push('has no header');
  // React writes these markers for content that is missing or that a script moves into place.
  if (/<!--\$[!?]-->|<div hidden/.test(body)) problems.push('leaves content to the browser');
  return problems;
}
