import { expect, it } from 'vitest';
import { nameStatement } from './statement-name.ts';

it.each([
  ['select id from accounts where id = $1', 'select accounts'],
  ['\n  insert into audit_events (kind)\n  select $1', 'insert audit_events'],
  ['update "sessions" set ended_at = now()', 'update sessions'],
  ['delete from only counters', 'delete counters'],
  ['with used as (delete from captcha_tokens returning id) select * from used', 'with captcha_tokens'],
  ['select extract(epoch from a.at) from accounts a', 'select accounts'],
  ['select id from unnest($1) as id', 'select'],
  ['select now()', 'select'],
  ['begin ', 'begin'],
  ['', 'statement'],
])('the statement %j is named %j', (text, name) => {
  expect(nameStatement(text).name).toBe(name);
});

it('the text of a long statement is cut to 500 characters', () => {
  expect(nameStatement(`select ${'a,'.repeat(600)} b`).text).toHaveLength(500);
});
