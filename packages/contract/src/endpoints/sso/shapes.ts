import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { nullable } from '../shapes.ts';

export const Address = Type.String({
  minLength: 1,
  maxLength: 2_048,
  examples: ['https://app.example.vn/callback'],
});
export const ApplicationCode = Type.String({ minLength: 1, maxLength: 64, examples: ['sandat'] });
export const RelyingClientId = Type.String({ minLength: 1, maxLength: 128, examples: ['sandat-web'] });
export const Logo = nullable(Type.String({ examples: ['data:image/png;base64,iVBORw0KGgo='] }));

export const Scopes = Type.Array(Type.String({ maxLength: 64, examples: ['phone'] }), { maxItems: 20 });

export const requirements = {
  requiresName: Type.Boolean({
    description: 'Whether an account needs a name before the application gets a code.',
  }),
  requiresEmail: Type.Boolean({
    description: 'Whether an account needs a confirmed email address before the application gets a code.',
  }),
};

/** Operator and privacy policy of an application, shown on the consent screen. */
export const publisher = {
  operatorName: nullable(Type.String({ examples: ['Công ty Cổ phần Sàn Việt'] })),
  policyUrl: nullable(Type.String({ examples: ['https://app.example.vn/privacy'] }), {
    description: 'The address of its privacy policy.',
  }),
};

export const Domain = nullable(Type.String({ examples: ['app.example.vn'] }), {
  description: 'The host of the redirect URI; null if the address opens a native app.',
});

export const SsoApplication = namedObject('SsoApplication', {
  code: Type.String({ examples: ['sandat'] }),
  name: Type.String({ examples: ['Sàn giao dịch'] }),
  logo: Logo,
  isFirstParty: Type.Boolean(),
  ...publisher,
});

export const SsoAccount = namedObject('SsoAccount', {
  id: Type.String({ examples: ['acc_01k5h3v9q2e7pb6m8n4x0c1d2f'] }),
  name: nullable(Type.String({ examples: ['Nguyễn Thị Minh Anh'] })),
  avatar: nullable(Type.String()),
  phone: Type.String({ description: 'masked', examples: ['+8491****78'] }),
  isEmailConfirmed: Type.Boolean(),
});

export const ShownAccountId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The account on the screen. The call fails if another account is signed in.',
  examples: ['acc_01k5h3v9q2e7pb6m8n4x0c1d2f'],
});
