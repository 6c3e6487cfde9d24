import type { AppParams } from '#state/category.ts';

export const params: AppParams = {
  categories: { provinces: [], objects: [] },
  configurations: {
    associationName: { vi: 'Hội', en: 'Association' },
    associationShortName: { vi: 'Hội', en: 'Association' },
    colours: null,
    supportAddress: null,
    supportPhone: null,
    supportEmail: null,
    termsVersion: '2026-01-01',
    strictPrivacy: false,
    slides: [],
  },
  imageUrls: { logo: null, slides: [] },
};
