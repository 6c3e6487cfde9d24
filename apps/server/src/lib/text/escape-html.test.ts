import { expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

it('text for HTML cannot end an element or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
  );
});
