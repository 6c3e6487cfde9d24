import { privacyRequestKindNames } from '@vid/contract/messages/privacy';
import type { privacyKinds as vi } from '#shared/i18n/messages/vi/privacy-kinds.ts';
import { textsOf } from '../texts-of.ts';

export const privacyKinds: Record<keyof typeof vi, string> = {
  'privacy.request.kind': 'Type of request',
  'privacy.request.kind.required': 'Choose a type of request.',
  ...textsOf('privacy.request.kind', privacyRequestKindNames, 'en'),
};
