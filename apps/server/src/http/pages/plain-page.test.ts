import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { plainPage, plainPagePolicy } from './plain-page.ts';

const page = plainPage({
  locale: 'vi',
  title: '<b>title</b>',
  lines: ['<b>line</b>'],
  action: { href: '/?a="b"', label: '<b>label</b>' },
  note: '<b>note</b>',
});

it('a plain page escapes markup in its texts', () => {
  for (const text of ['title', 'line', 'label', 'note']) expect(page).toContain(`&lt;b&gt;${text}&lt;/b&gt;`);
  expect(page).toContain('<a href="/?a=&quot;b&quot;">');
  expect(page).not.toContain('<b>');
});

it('the CSP of a plain page allows only its style and fonts', () => {
  const style = /<style>(?<style>.*?)<\/style>/su.exec(page)?.groups?.['style'] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(plainPagePolicy.split('; ').toSorted()).toEqual([
    "default-src 'none'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    `style-src 'sha256-${hash}'`,
  ]);
});
