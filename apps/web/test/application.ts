import type { Answer } from '#shared/api/request-types.ts';

export const application: Answer<'GET /vid/api/apps/:appId'> = {
  id: 'app_1',
  code: 'shop',
  name: 'Sàn giao dịch',
  logo: null,
  status: 'active',
  access: 'restricted',
  isOwner: true,
  createdAt: '2026-11-21T02:00:00.000Z',
  people: 0,
  locked: 0,
  usersWithout: 0,
};
