import type { DataOf } from '../endpoint.ts';
import type { Endpoints } from '../endpoints/index.ts';
import type { ParamName, ParamValues } from '../endpoints/admin/params.ts';

type AppParams = DataOf<Endpoints['GET /vid/gateway/app/params']>;

export const paramChanges: {
  readonly [K in ParamName]: (params: AppParams, value: ParamValues[K]) => AppParams;
} = {
  brand: (params, { name, shortName, logo, colours }) => ({
    ...params,
    configurations: {
      ...params.configurations,
      associationName: name,
      associationShortName: shortName,
      colours,
    },
    imageUrls: { ...params.imageUrls, logo },
  }),
  contact: (params, { phone, email, address }) => ({
    ...params,
    configurations: {
      ...params.configurations,
      supportPhone: phone,
      supportEmail: email,
      supportAddress: address,
    },
  }),
  slides: (params, slides) => ({
    ...params,
    configurations: { ...params.configurations, slides: slides.map(({ title, text }) => ({ title, text })) },
    imageUrls: { ...params.imageUrls, slides: slides.map(({ image }) => image ?? '') },
  }),
  provinces: (params, provinces) => ({
    ...params,
    categories: {
      ...params.categories,
      provinces: provinces.map(({ registerUrl, ...province }) => ({
        ...toCategory(province),
        ...(registerUrl !== undefined && { registerUrl }),
      })),
    },
  }),
  // The parameters that pages load contain neither message texts nor ZNS templates.
  messages: (params) => params,
  zns: (params) => params,
  objects: (params, objects) => ({
    ...params,
    categories: { ...params.categories, objects: objects.map(toCategory) },
  }),
};

function toCategory({ code, name, isDisabled }: ParamValues['objects'][number]) {
  return { code, name, ...(isDisabled && { isDisabled }) };
}
