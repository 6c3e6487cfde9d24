import { issuerOf, lines, localPort, quote, scopeOf } from './snippet.ts';
import type { SignInClient, Snippet } from './snippet.ts';

/** Returns code for Laravel Socialite with the OpenID Connect driver of SocialiteProviders. */
export function laravelSnippet(client: SignInClient): Snippet {
  const { clientId, authMethod, redirectUri, idTokenAlg } = client;
  const { origin, hostname, pathname } = new URL(redirectUri);
  const port = localPort(redirectUri);
  return {
    install: 'composer require socialiteproviders/openidconnect',
    files: [
      {
        name: 'config/oidc.php',
        code: `<?php

return [
    'connections' => [
        'vid' => [
            'base_url' => ${quote(issuerOf(client))},
            'client_id' => ${quote(clientId)},
            'client_secret' => env('VID_CLIENT_SECRET'),
            'redirect' => ${quote(redirectUri)},
            'scopes' => ${quote(scopeOf(client))},
            'token_auth_method' => ${quote(authMethod)},
            // VID signs ID tokens with ES256 or RS256, as the client is registered.
            'jwt_algorithm' => ${quote(idTokenAlg)},
        ],
    ],
];
`,
      },
      {
        name: 'routes/web.php',
        code: `<?php

use Illuminate\\Support\\Facades\\Route;
use Laravel\\Socialite\\Facades\\Socialite;

// The driver uses PKCE, state and nonce, and verifies the ID token.
Route::get('/login', fn () => Socialite::driver('oidc_vid')->redirect())->name('login');

Route::get(${quote(pathname)}, function () {
    $user = Socialite::driver('oidc_vid')->user();
    // getId() is sub, which never changes: find or create your own user by it.
    session()->regenerate();
    session(['vid' => $user->getRaw()]);

    return redirect('/');
});

Route::get('/', fn () => session()->has('vid')
    ? response()->json(session('vid'), 200, ['Content-Type' => 'application/json; charset=utf-8'])
    : 'Open /login');
`,
      },
    ],
    run: lines(
      '# Add the line VID_CLIENT_SECRET=… to .env',
      port === null ? 'php artisan config:cache' : `php artisan serve --host=${hostname} --port=${port}`,
    ),
    open: `${origin}/login`,
    redirectUri,
  };
}
