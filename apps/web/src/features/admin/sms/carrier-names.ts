import type { Carrier } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Translate } from '#shared/i18n/message-types.ts';

export const carrierNames = {
  viettel: 'Viettel',
  vinaphone: 'VinaPhone',
  mobifone: 'MobiFone',
  vietnamobile: 'Vietnamobile',
  gmobile: 'Gmobile',
  itel: 'iTel',
  wintel: 'Wintel',
} as const satisfies Record<Exclude<Carrier, 'other'>, string>;

export function carrierName(t: Translate, carrier: Carrier): string {
  return carrier === 'other' ? t('admin.gateways.carrier.other') : carrierNames[carrier];
}
