// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** The spacing scale: 0, 4, 8, 12, 16, 24, 32 and 48 px. A step is 4 px. */
const steps = new Set(['0', '1', '2', '3', '4', '6', '8', '12', 'auto']);

/** `mt-0.5` aligns an icon with its line of text. `env()` adds the screen's safe-area insets to a step. */
const isAllowed = (utility: string, value: string): boolean =>
  steps.has(value) || (utility === 'mt' && value === '0.5') || /^\[[^\]]*env\(safe-area/.test(value);

/** Matches utilities for margin, padding and gap, with their values. */
const spacing =
  /(?<![\w-])-?(?<utility>[mp][trblsexy]?|gap(?:-[xy])?|space-[xy])-(?<value>auto|[\d.]+(?![\w%])|\[[^\]\s]*\])/g;

function offences(text: string): string[] {
  return [...text.matchAll(spacing)]
    .filter(({ groups }) => !isAllowed(groups?.['utility'] ?? '', groups?.['value'] ?? ''))
    .map(([utility]) => utility);
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !name.includes('.test.'),
);

test('every component takes its spacing from one scale', () => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((name) =>
    offences(readFileSync(join(source, name), 'utf8')).map((utility) => `${name}: ${utility}`),
  );
  expect(found).toEqual([]);
});

test('container queries do not use named sizes', () => {
  const named = files.filter((name) =>
    /@(?:max-)?(?:\dxs|xs|sm|md|lg|xl|\dxl):/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(named).toEqual([]);
});

test('the spacing check finds utilities outside the scale', () => {
  expect(
    offences(
      'flex gap-1.5 md:px-5 -mt-7 p-[13px] mt-0.5 mb-4 mx-auto p-[max(1rem,env(safe-area-inset-left))]',
    ),
  ).toEqual(['gap-1.5', 'px-5', '-mt-7', 'p-[13px]']);
});
