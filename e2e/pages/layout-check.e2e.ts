import { expect } from '@playwright/test';
import { findLayoutProblems } from '../support/checks/layout.ts';
import { test } from '../support/test.ts';

const long = 'Chứng chỉ hành nghề môi giới';

const faults = {
  'a page that is too wide': [
    '<div style="width: 500px; height: 9px"></div>',
    /the page is 140 px too wide/u,
  ],
  'a text cut off by its box': [
    `<p style="width: 60px; overflow: hidden; white-space: nowrap">${long}</p>`,
    /is cut off by <p/u,
  ],
  'a text that leaves its box': [
    `<p style="width: 60px; white-space: nowrap">${long}</p>`,
    /leaves its box <p/u,
  ],
  'a button that crosses the border of its card': [
    '<div style="width: 90px; border: 1px solid"><button style="width: 120px">Lưu</button></div>',
    /<button.+ crosses the border of <div/u,
  ],
  'texts that overlap': [
    '<p>Họ và tên</p><p style="margin-top: -30px">Email</p>',
    /"Họ và tên".+ overlaps "Email"/u,
  ],
  'controls that overlap': [
    '<a href="#" style="display: block; height: 40px"></a><button style="margin-top: -20px; height: 40px"></button>',
    /<a.+ overlaps <button/u,
  ],
  'a phone number cut off by its field': [
    '<input type="tel" value="0912 345 678" style="width: 40px">',
    /the value of <input.+ is cut off/u,
  ],
} as const;

const good = [
  `<p style="overflow: auto; white-space: nowrap">${long}</p>`,
  `<p style="position: absolute; overflow: hidden; clip-path: inset(50%); width: 1px; white-space: nowrap">${long}</p>`,
  '<div style="position: relative"><input style="padding-right: 40px"><button style="position: absolute; right: 0; width: 30px">x</button></div>',
  '<p>Trang</p><div style="position: fixed; top: 0"><p>Thông báo</p></div>',
];

test('the layout check reports each fault, and nothing on a faultless page', async ({ page }) => {
  const problemsOf = async (body: string): Promise<string[]> => {
    await page.setContent(`<!doctype html><body style="margin: 0"><main>${body}</main>`);
    return page.evaluate(findLayoutProblems);
  };
  for (const [name, [body, problem]] of Object.entries(faults))
    expect([name, await problemsOf(body)]).toEqual([
      name,
      expect.arrayContaining([expect.stringMatching(problem)]),
    ]);
  for (const body of good) expect([body, await problemsOf(body)]).toEqual([body, []]);
});
