import { builtInSlides } from '@vid/contract/built-in-slides';
import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { termsVersion } from '@vid/contract/limits';
import { provinces } from './provinces.ts';

export type AppParams = DataOf<Endpoints['GET /vid/gateway/app/params']>;

/** The parameters until an administrator changes them. */
export const builtInParams: AppParams = {
  categories: {
    provinces,
    objects: [
      { code: 'broker', name: { vi: 'Nhà môi giới', en: 'Broker' } },
      { code: 'exchange', name: { vi: 'Sàn giao dịch', en: 'Brokerage' } },
      { code: 'customer', name: { vi: 'Khách hàng', en: 'Customer' } },
      { code: 'expert', name: { vi: 'Chuyên gia', en: 'Expert' } },
    ],
  },
  configurations: {
    associationName: {
      vi: 'Hội Bất động sản',
      en: 'Real Estate Association',
    },
    associationShortName: { vi: 'Hội BĐS', en: 'Association' },
    colours: null,
    supportAddress: null,
    supportPhone: null,
    supportEmail: null,
    termsVersion,
    strictPrivacy: false,
    slides: [...builtInSlides],
  },
  imageUrls: { logo: null, slides: [] },
};
