import { type ComponentType, lazy } from 'react';

export type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;

export const partOf = async <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) => {
  const { [name]: part } = await load();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot resolve the type for any Module
  return { default: part as ComponentType<PropsOf<Module[Name]>> };
};

/**
 * Creates a lazy part, the export `name` of a module, that the page can do without. Renders nothing if the part cannot
 * be loaded, for example offline.
 */
export const optionalPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy<ComponentType<PropsOf<Module[Name]>>>(() => partOf(load, name).catch(() => ({ default: () => null })));
