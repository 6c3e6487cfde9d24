import { privacyRequestKindNames } from '@vid/contract/messages/privacy';
import { textsOf } from '../texts-of.ts';

export const privacyKinds = {
  'privacy.request.kind': 'Loại yêu cầu',
  'privacy.request.kind.required': 'Vui lòng chọn loại yêu cầu.',
  ...textsOf('privacy.request.kind', privacyRequestKindNames, 'vi'),
} as const;
