// @vitest-environment node
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { budget } from './budget.ts';
import { firstPaintMs, paintProblems } from './first-paint.ts';

const style = `<style>${'a{color:red}'.repeat(100)}</style>`;
const page = (head: string, body: string) =>
  `<html><head>${head}<script type="module" src="/a.js"></script></head><body><div id="root">${body}</div></body></html>`;

describe('paintProblems', () => {
  test('accepts a page with its style sheet and its frame', () => {
    expect(paintProblems(page(style, '<header>VID</header><main><h1>Đăng nhập</h1></main>'))).toEqual([]);
  });

  test.each([
    [`${style}<link rel="stylesheet" href="/a.css">`, '<header></header>', 'waits for a style sheet'],
    ['', '<header></header>', 'has no inlined style sheet'],
    [`${style}<script nonce="n" src="/a.js"></script>`, '<header></header>', 'waits for a script'],
    [style, '', 'has no header'],
    [style, '<header></header><!--$?--><template></template><!--/$-->', 'leaves content to the browser'],
  ])('rejects a page that $2', (head, body, problem) => {
    expect(paintProblems(page(head, body))).toEqual([problem]);
  });
});

test('firstPaintMs counts a round trip, the transfer and the rendering', () => {
  const { latencyMs, renderMs } = budget.slowNetwork;
  const small = firstPaintMs('x');
  expect(small).toBeGreaterThan(latencyMs + renderMs);
  // 10 kB of hexadecimal noise compress to about 5.7 kB, 114 ms at 400 kbit/s.
  const noise = randomBytes(5_000).toString('hex');
  expect(firstPaintMs(noise) - small).toBeGreaterThan(100);
  expect(firstPaintMs(noise) - small).toBeLessThan(130);
});
