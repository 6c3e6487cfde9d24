import { defineConfig } from 'oxlint';
import { importRules } from './tools/import-rules.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expectRefusedPress'] }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    eqeqeq: 'error',
    'no-console': 'error',
    'no-restricted-globals': ['error', 'event'],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
  },
  overrides: [
    { files: ['**/*.config.ts', 'knip.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['tools/**', 'bench/**', 'apps/server/src/cli/**'], rules: { 'no-console': 'off' } },
    ...importRules,
  ],
  ignorePatterns: ['**/dist/**'],
});
