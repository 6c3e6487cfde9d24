// @vitest-environment node
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCycles, readModules } from '../../../tools/lib/imports.mjs';
import {
  findUnusedExceptions,
  findUpwardImports,
  findWingImports,
  webTree,
} from '../../../tools/lib/layers.mjs';

const modules = readModules(join(import.meta.dirname, '../../..'), [webTree.folder]);
const sources = modules.filter(({ isTest }) => !isTest);

describe('imports of the web app', () => {
  test('point down or stay within their layer', () => {
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
    expect(findUpwardImports(sources, webTree)).toEqual([]);
  });

  test('cross from one feature into another only where the rules allow it', () => {
    expect(findWingImports(sources, webTree)).toEqual([]);
    expect(findUnusedExceptions(sources, webTree)).toEqual([]);
  });

  test('form no cycle', () => {
    expect(findCycles(sources)).toEqual([]);
  });
});
