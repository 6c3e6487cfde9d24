// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

/**
 * The texts of each component that page translators must not change, because they would alter a code or split a
 * sentence.
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  'app/shell-frame.tsx': ['{useAssociationName()}'],
  'features/applications/clients/start/start.page.tsx': [
    '{frameworkNames[framework]}',
    '{sdkFile}',
    '{parts.map((part, index) => (',
  ],
  'features/member/invitations/invitation-card.tsx': ['{link}'],
  'features/member/overview.tsx': ['{reference}'],
  'features/member/referral-code.tsx': ['{code ?? <Bone text="0000000000" />}'],
  'features/member/security/two-step/set-up.tsx': ["{secret.match(/.{1,4}/gu)?.join(' ')}", '{code}'],
  'features/sign-in/auth-layout/brand.tsx': ['{name}'],
  'features/sso/intermediate/application-head.tsx': ['{domain}'],
  'shared/ui/display/code-block.tsx': ['<code>{code}'],
  'shared/ui/feedback/load-state.tsx': ['{reference}'],
  'shared/ui/feedback/reference.tsx': ['{reference}'],
  'shared/ui/display/refusal-details.tsx': ['{text}'],
  'shared/ui/overlays/secret-dialog.tsx': ['{secret}'],
};

test('only the listed texts of components are kept from page translators', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  );
  const found = files.flatMap((name): [string, string[]][] => {
    const text = readFileSync(join(source, name), 'utf8');
    const contents = [...text.matchAll(/translate=(?:"no"|\{)[^>]*>\s*(?<content>.*?)(?:<\/|\n)/g)];
    return contents.length === 0 ? [] : [[name, contents.map(({ groups }) => groups?.['content'] ?? '')]];
  });
  expect(Object.fromEntries(found)).toEqual(kept);
});
