import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { avatarLimits } from '../../limits.ts';
import { NoBody, UserInfo } from '../shapes.ts';

export const avatarEndpoints = defineEndpoints({
  'PUT /vid/api/users/avatar': {
    id: 'setAvatar',
    summary: 'Set the picture of the signed-in account; it is cropped to a square and stored as 512 px WebP',
    tag: 'profile',
    access: 'member',
    file: { types: avatarLimits.types, maxBytes: avatarLimits.maxBytes },
    data: UserInfo,
    errors: [...sessionErrors, 'AVATAR_INVALID', 'BUSY'],
  },
  'DELETE /vid/api/users/avatar': {
    id: 'removeAvatar',
    summary: 'Remove the picture of the signed-in account',
    tag: 'profile',
    access: 'member',
    body: NoBody,
    data: UserInfo,
    errors: sessionErrors,
  },
});
