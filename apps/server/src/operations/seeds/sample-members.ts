import type { AccountToMake } from './make-account.ts';

export const sampleCampaign = 'vid-sample';
/**
 * Published in docs/operations.md. Sample members exist only in evaluation mode, which listens only on
 * loopback.
 */
export const samplePassword = 'Hoi-Vien@2026';
export const administratorPhone = '+84900000001';

type Sample = Omit<AccountToMake, 'password' | 'role' | 'by' | 'campaign'>;

const samples: readonly Sample[] = [
  {
    phone: '+84900000101',
    kind: 'personal',
    name: 'Nguyễn Thị Minh Anh',
    object: 'broker',
    province: '01',
  },
  { phone: '+84900000102', kind: 'personal', name: 'Trần Quốc Huy', object: 'broker', province: '79' },
  { phone: '+84900000103', kind: 'personal', name: 'Lê Hoàng Yến', object: 'customer', province: '48' },
  { phone: '+84900000104', kind: 'personal', name: 'Phạm Đức Thắng', object: 'expert', province: '31' },
  { phone: '+84900000105', kind: 'personal', name: null },
  {
    phone: '+84900000201',
    kind: 'enterprise',
    name: null,
    object: 'exchange',
    province: '79',
    enterprise: {
      name: 'Công ty Cổ phần Sàn giao dịch Bất động sản Phương Nam',
      shortName: 'Phương Nam Land',
      taxCode: '0312345673',
      representative: 'Võ Thành Long',
    },
  },
];

export const sampleMembers: readonly AccountToMake[] = samples.map((sample) => ({
  ...sample,
  password: samplePassword,
  role: 'user',
  campaign: sampleCampaign,
  by: 'seeds',
}));
