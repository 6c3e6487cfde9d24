import type { Module } from './imports.mjs';

/** The order in which the folders of a source tree may import each other. */
export type Tree = {
  readonly folder: string;
  /** From the first layer down. Entries of the folder, files without their extension. */
  readonly layers: readonly (readonly string[])[];
  /** Entries of one layer that must not import each other. */
  readonly wings: readonly string[];
  /** Folders of wings that every other wing may import. */
  readonly shared: readonly string[];
};

export type Arrow = { readonly from: string; readonly to: string };

export const serverTree: Tree;
export const webTree: Tree;

/** Imports from a layer into one above it. Throws for a folder that is in no layer. */
export function findUpwardImports(modules: readonly Module[], tree: Tree): readonly Arrow[];

/** Imports from one wing into another. */
export function findWingImports(modules: readonly Module[], tree: Tree): readonly Arrow[];
