/** A source file. Paths are relative to the checkout, with forward slashes. */
export type Module = {
  readonly path: string;
  /** A test, or a helper in a `test` or `testing` folder. */
  readonly isTest: boolean;
  /** Imported files of the checkout, type imports included. */
  readonly imports: readonly string[];
  /** Specifiers of the other imports: packages and Node's own modules. */
  readonly packages: readonly string[];
  /** Texts of tagged templates, with `?` in place of each value. */
  readonly templates: readonly string[];
};

/** Parses every source file in some folders of a checkout. */
export function readModules(root: string, folders: readonly string[]): readonly Module[];

/** Groups of files that import each other, directly or through others. */
export function findCycles(
  modules: readonly Pick<Module, 'path' | 'imports'>[],
): readonly (readonly string[])[];
