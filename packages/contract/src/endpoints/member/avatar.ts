import { defineEndpoints } from '../../endpoint.ts';
import { avatarLimits } from '../../limits.ts';
import { NoBody, UserInfo } from '../shapes.ts';

export const avatarEndpoints = defineEndpoints('member', 'profile', {
  'PUT /vid/api/users/avatar': {
    id: 'setAvatar',
    limit: { perHour: 30, rows: 1 },
    summary: 'Set the picture of the signed-in account; it is cropped to a square and stored as 512 px WebP',
    file: { types: avatarLimits.types, maxBytes: avatarLimits.maxBytes },
    data: UserInfo,
    errors: ['AVATAR_INVALID', 'BUSY'],
  },
  'DELETE /vid/api/users/avatar': {
    id: 'removeAvatar',
    limit: { perHour: 30, rows: 0 },
    summary: 'Remove the picture of the signed-in account',
    body: NoBody,
    data: UserInfo,
  },
});
