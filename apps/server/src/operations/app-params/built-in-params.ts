import { builtInNames } from '@vid/contract/brand/names';
import { builtInSlides } from '@vid/contract/built-in-slides';
import type { Data } from '@vid/contract/endpoints/index';
import { termsVersion } from '@vid/contract/limits';
import { provinces } from './provinces.ts';

export type AppParams = Data<'GET /vid/gateway/app/params'>;

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
    associationName: builtInNames.name,
    associationShortName: builtInNames.shortName,
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
