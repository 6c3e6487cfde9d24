import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCycles, readModules } from '../../../tools/lib/imports.mjs';
import {
  findUnusedExceptions,
  findUpwardImports,
  findWingImports,
  serverTree,
} from '../../../tools/lib/layers.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const modules = readModules(root, ['apps', 'packages']);
const sources = modules.filter(({ isTest }) => !isTest);
const inFolder = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`));
const server = inFolder('apps/server/src');

/** Files outside `owner` with a statement that matches. */
const statementsOutside = (owner: string, pattern: RegExp) =>
  server.filter(
    ({ path, templates }) =>
      !path.startsWith(`apps/server/src/${owner}/`) && templates.some((text) => pattern.test(text)),
  );
const paths = (found: readonly { readonly path: string }[]) => found.map(({ path }) => path);
const arrows = (found: readonly { readonly from: string; readonly to: string }[]) =>
  found.map(({ from, to }) => `${from} imports ${to}`);

describe('imports', () => {
  it('point down on the server', () => {
    expect(server.length).toBeGreaterThan(100);
    expect(arrows(findUpwardImports(modules, serverTree))).toEqual([]);
  });

  it('do not cross from one wing into another', () => {
    expect(arrows(findWingImports(modules, serverTree))).toEqual([]);
    expect(findUnusedExceptions(modules, serverTree)).toEqual([]);
  });

  it('form no cycle in any application or package', () => {
    expect(findCycles(sources)).toEqual([]);
  });

  it('load oidc-provider in oidc only', () => {
    const importers = server.filter(({ packages }) =>
      packages.some((name) => /^oidc-provider\b/u.test(name)),
    );
    expect(importers.length).toBeGreaterThan(0);
    expect(paths(importers).filter((path) => !path.startsWith('apps/server/src/oidc/'))).toEqual([]);
  });

  it('keep the contract free of Node and React', () => {
    const contract = inFolder('packages/contract');
    expect(contract.length).toBeGreaterThan(10);
    const allowed = /^typebox(?:\/|$)/u;
    expect(contract.flatMap(({ packages }) => packages).filter((name) => !allowed.test(name))).toEqual([]);
    expect(
      contract.flatMap(({ imports }) => imports).filter((path) => !path.startsWith('packages/contract/')),
    ).toEqual([]);
  });

  it('keep embedded-postgres free of the server', () => {
    const embedded = inFolder('packages/embedded-postgres');
    expect(embedded.length).toBeGreaterThan(3);
    expect(embedded.flatMap(({ imports }) => imports).filter((path) => path.startsWith('apps/'))).toEqual([]);
  });
});

describe('SQL', () => {
  it('changes accounts in account/ only', () => {
    const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+accounts\b/iu;
    expect(writes.test('update accounts set role = ?')).toBe(true);
    expect(paths(statementsOutside('account', writes))).toEqual([]);
  });

  it('names the tables of applications in applications only', () => {
    const names =
      /\b(?:from|join|into|update|,)\s+(?:applications|application_(?:managers|roles)|clients|client_secrets|permissions)\b/iu;
    expect(names.test('select 1 from clients c')).toBe(true);
    expect(paths(statementsOutside('applications', names))).toEqual([]);
  });
});
