import {
  isInsecure,
  issuerOf,
  localPort,
  postLogoutHint,
  postLogoutUriOf,
  quote,
  scopeOf,
  withSecret,
} from './snippet.ts';
import type { SignInClient, Snippet } from './snippet.ts';

/** Returns code for PHP 8.1 without a framework or library. */
export function phpSnippet(client: SignInClient): Snippet {
  const { clientId, authMethod, redirectUri } = client;
  const { origin, hostname, pathname } = new URL(redirectUri);
  const port = localPort(redirectUri);
  const postLogoutUri = postLogoutUriOf(client);
  const address = `${port === null ? 'localhost' : hostname}:${port ?? 3000}`;
  const isBasic = authMethod === 'client_secret_basic';
  return {
    install: 'php --version # 8.1 or newer; on Debian and Ubuntu: apt install php-cli',
    files: [
      {
        name: 'index.php',
        code: `<?php

const ISSUER = ${quote(issuerOf(client))};
const CLIENT_ID = ${quote(clientId)};
const REDIRECT_URI = ${quote(redirectUri)};

session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax', 'cookie_secure' => ${isInsecure(redirectUri) ? 'false' : 'true'}]);
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
try {
    if ($path === ${quote(pathname)} && isset($_GET['state'])) {
        finishSignIn();
    } elseif ($path === '/login') {
        startSignIn();
    } elseif ($path === '/logout' && $_SERVER['REQUEST_METHOD'] === 'POST') {
        signOut();
    } else {
        showPage($_SESSION['user'] ?? null);
    }
} catch (RuntimeException $error) {
    // The message is access_denied if the member does not agree.
    error_log((string) $error);
    http_response_code(400);
    header('Content-Type: text/plain; charset=utf-8');
    echo $error->getMessage();
}

function showPage(?array $user): void
{
    header('Content-Type: text/html; charset=utf-8');
    echo $user === null
        ? '<a href="/login">Sign in with VID</a>'
        : '<form method="post" action="/logout">Signed in: ' . htmlspecialchars($user['name'] ?? $user['sub']) . ' <button>Sign out</button></form>';
}

/** Ends the session here, then at VID. */
function signOut(): void
{
    $idToken = $_SESSION['id_token'] ?? '';
    session_destroy();
${postLogoutUri === undefined ? `    // ${postLogoutHint}\n` : ''}    header('Location: ' . ISSUER . '/session/end?' . http_build_query([
        'client_id' => CLIENT_ID,
        'id_token_hint' => $idToken,${
          postLogoutUri === undefined
            ? ''
            : `
        'post_logout_redirect_uri' => ${quote(postLogoutUri)},`
        }
    ]));
}

function startSignIn(): void
{
    $_SESSION['sign_in'] = ['verifier' => newSecret(), 'state' => newSecret(), 'nonce' => newSecret()];
    header('Location: ' . ISSUER . '/auth?' . http_build_query([
        'response_type' => 'code',
        'client_id' => CLIENT_ID,
        'redirect_uri' => REDIRECT_URI,
        'scope' => ${quote(scopeOf(client))},
        'state' => $_SESSION['sign_in']['state'],
        'nonce' => $_SESSION['sign_in']['nonce'],
        'code_challenge' => base64Url(hash('sha256', $_SESSION['sign_in']['verifier'], true)),
        'code_challenge_method' => 'S256',
    ]));
}

function finishSignIn(): void
{
    $signIn = $_SESSION['sign_in'] ?? null;
    unset($_SESSION['sign_in']);
    if ($signIn === null) {
        header('Location: /');
        return;
    }
    check(($_GET['state'] ?? '') === $signIn['state'] && ($_GET['iss'] ?? '') === ISSUER, 'The answer belongs to another sign-in.');
    check(is_string($_GET['code'] ?? null), (string) ($_GET['error'] ?? 'The answer has no code.'));
    $tokens = call('/token', ${isBasic ? "'Basic ' . base64_encode(urlencode(CLIENT_ID) . ':' . urlencode(getenv('VID_CLIENT_SECRET')))" : 'null'}, [
        'grant_type' => 'authorization_code',
        'code' => $_GET['code'],
        'redirect_uri' => REDIRECT_URI,
        'code_verifier' => $signIn['verifier'],${
          isBasic
            ? ''
            : `
        'client_id' => CLIENT_ID,
        'client_secret' => getenv('VID_CLIENT_SECRET'),`
        }
    ]);
    // The ID token comes from VID itself over TLS, so its signature need not be verified (OpenID Connect Core 3.1.3.7).
    $claims = json_decode(base64_decode(strtr(explode('.', $tokens['id_token'])[1], '-_', '+/')), true);
    check($claims['iss'] === ISSUER && $claims['aud'] === CLIENT_ID && $claims['exp'] > time(), 'The ID token is not valid.');
    check($claims['nonce'] === $signIn['nonce'], 'The ID token belongs to another sign-in.');
    $user = call('/me', 'Bearer ' . $tokens['access_token']);
    check($user['sub'] === $claims['sub'], 'The user is not the one who signed in.');
    // sub never changes: use it as the key of your own user.
    session_regenerate_id(true);
    $_SESSION['user'] = $user;
    $_SESSION['id_token'] = $tokens['id_token'];
    header('Location: /');
}

/** Calls VID. With a form, sends it by POST. */
function call(string $endpoint, ?string $authorization, ?array $form = null): array
{
    $body = file_get_contents(ISSUER . $endpoint, false, stream_context_create(['http' => [
        'method' => $form === null ? 'GET' : 'POST',
        'header' => [
            'Content-Type: application/x-www-form-urlencoded',
            ...($authorization === null ? [] : ["Authorization: $authorization"]),
        ],
        'content' => http_build_query($form ?? []),
        'timeout' => 10,
        'ignore_errors' => true,
    ]]));
    $answer = json_decode((string) $body, true);
    check(is_array($answer), 'VID did not answer.');
    check(!isset($answer['error']), ($answer['error'] ?? '') . ': ' . ($answer['error_description'] ?? ''));
    return $answer;
}

function check(bool $isGood, string $message): void
{
    if (!$isGood) {
        throw new RuntimeException($message);
    }
}

function newSecret(): string
{
    return base64Url(random_bytes(32));
}

function base64Url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}
`,
      },
    ],
    run: withSecret(`php -S ${address} index.php`),
    open: `${origin}/login`,
    redirectUri,
  };
}
