import type { Module } from './imports.mjs';

/** The order in which the folders of a source tree may import each other. */
export type Tree = {
  readonly folder: string;
  /** From the first layer down. Entries of the folder, files without their extension. */
  readonly layers: readonly (readonly string[])[];
  /** Matches the folder of a wing at the start of a path. Wings must not import each other. */
  readonly wing: RegExp | null;
  /** Imports between wings that are allowed as exceptions. */
  readonly exceptions: readonly Exception[];
};

/** `from` is a folder, every wing if it is missing. `to` is a file or folder. */
export type Exception = { readonly from?: string; readonly to: string; readonly why: string };

export type Arrow = { readonly from: string; readonly to: string };

export const serverTree: Tree;
export const webTree: Tree;

/** Imports from a layer into one above it. Throws for a folder that is in no layer. */
export function findUpwardImports(modules: readonly Module[], tree: Tree): readonly Arrow[];

/** Imports from one wing into another, without the exceptions. */
export function findWingImports(modules: readonly Module[], tree: Tree): readonly Arrow[];

/** Exceptions that no import needs. */
export function findUnusedExceptions(modules: readonly Module[], tree: Tree): readonly Exception[];
