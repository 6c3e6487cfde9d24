import { type Area, modules } from '#shared/i18n/loaders.ts';
import { memberModules } from '#shared/i18n/member-loaders.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of constants
export const areas = Object.keys({ ...modules, ...memberModules }) as Area[];
