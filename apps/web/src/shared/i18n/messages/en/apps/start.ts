import type { appStart as vi } from '#shared/i18n/messages/vi/apps/start.ts';

export const appStart: Record<keyof typeof vi, string> = {
  'apps.start.back': 'Client settings',
  'apps.start.open': 'Connection guide',
  'apps.start.title': 'Connect your app',
  'apps.start.lead':
    'Sample code with the values of {id} filled in. Copy it, run it and try a sign-in: about ten minutes.',
  'apps.start.frameworks': 'Library',
  'apps.start.hint.sdk': 'A button that opens a popup, in a few lines of your page.',
  'apps.start.hint.openidClient': 'Node.js, without a framework.',
  'apps.start.hint.authJs': 'Express, Next.js and other JavaScript frameworks.',
  'apps.start.hint.spring': 'Java with Spring Security.',
  'apps.start.hint.laravel': 'PHP with Laravel Socialite.',
  'apps.start.hint.apache': 'The Apache web server handles the sign-in. Your app needs no code.',
  'apps.start.redirectUri': 'Redirect address',
  'apps.start.missing':
    'This code uses the redirect address below, which the client doesn’t have yet. Add it in the settings first.',
  'apps.start.settings': 'Open the client settings',
  'apps.start.step.install': 'Step 1: Install the library',
  'apps.start.step.code': 'Step 2: Copy the code',
  'apps.start.step.try': 'Step 3: Try it',
  'apps.start.install': 'Install command',
  'apps.start.run': 'Run command',
  'apps.start.secret':
    'The code does not contain the secret: it is read from the environment variable VID_CLIENT_SECRET. If you no longer have it, make a new one in the settings.',
  'apps.start.try.open': 'Open this address and sign in with your own account:',
  'apps.start.try.native': 'The program prints an address. Open it in a browser and sign in.',
  'apps.start.try.machine': 'The program prints what VID answers.',
  'apps.start.try.doctor':
    'Sign-in diagnosis shows each step as it happens, and what to change if something is wrong.',
  'apps.start.none': 'No sample code for this client',
  'apps.start.none.text': 'Use the values below with the library of your choice.',
  'apps.start.values': 'Values for other libraries',
  'apps.start.values.lead': 'Any library that supports OpenID Connect works.',
  'apps.start.issuer': 'Issuer',
  'apps.start.discovery': 'Discovery address',
  'apps.start.authorize': 'Authorization endpoint',
  'apps.start.token': 'Token endpoint',
  'apps.start.scope': 'Scope',
  'apps.start.authMethod': 'Client authentication',
  'apps.start.pkce': 'PKCE',
};
