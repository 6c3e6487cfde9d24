// The page: asks VID for a code by the SDK, and hands it to this application's own server.
const { vidOrigin, clientId } = document.body.dataset;
const { lang } = document.documentElement;
const sso = new VidSsoKit.VidSso({
  origin: vidOrigin,
  appCode: 'sdk-example',
  clientId,
  redirectUri: `${location.origin}/callback`,
  lang,
});

/** What people read; an error's own message is for developers. */
const texts = {
  vi: {
    POPUP_BLOCKED: 'Trình duyệt đã chặn cửa sổ đăng nhập. Vui lòng cho phép rồi thử lại.',
    POPUP_CLOSED: 'Cửa sổ đăng nhập đã đóng trước khi xong. Bạn có thể thử lại.',
    TIMEOUT: 'Đã quá lâu mà chưa đăng nhập xong. Vui lòng thử lại.',
    SSO_FORBIDDEN: 'Tài khoản này không có quyền vào ứng dụng. Hãy dùng tài khoản khác.',
    REFUSED: 'VID không chấp nhận lần đăng nhập này.',
    failed: 'Chưa đăng nhập được. Vui lòng thử lại.',
  },
  en: {
    POPUP_BLOCKED: 'The browser blocked the sign-in window. Please allow it and try again.',
    POPUP_CLOSED: 'The sign-in window was closed before the end. You can try again.',
    TIMEOUT: 'The sign-in took too long. Please try again.',
    SSO_FORBIDDEN: 'This account may not enter the application. Please use another one.',
    REFUSED: 'VID did not accept this sign-in.',
    failed: 'You could not be signed in. Please try again.',
  },
}[lang];
const say = (text) => {
  document.querySelector('#status').textContent = text;
};
const explain = (error) => say(texts[error.reason] ?? texts[error.code] ?? texts.failed);
const onClick = (id, work) =>
  document.querySelector(id)?.addEventListener('click', () => void work().catch(explain));

async function finish({ authCode, codeVerifier }) {
  const answer = await fetch('/session', {
    method: 'POST',
    body: JSON.stringify({ authCode, codeVerifier }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  location.replace('/');
}

// A refusal is told while the popup is still open: the person may choose another account there.
sso.on('error', explain);
onClick('#popup', async () => {
  say('…');
  await finish(await sso.signInWithPopup());
});
onClick('#redirect', () => sso.signInWithRedirect());
onClick('#register', () => sso.signInWithRedirect({ action: 'register' }));
onClick('#sign-out', async () => {
  await fetch('/session', { method: 'DELETE' });
  // Ends the session at VID too; it comes back to /callback.
  sso.signOut();
});

if (location.pathname === '/callback') {
  sso
    .handleRedirect()
    .then((result) => (result ? finish(result) : location.replace('/')))
    .catch((error) => {
      // The browser's Back button leads here again after a sign-in: there is nothing to do any more.
      if (error.code === 'NO_VERIFIER') location.replace('/');
      else explain(error);
    });
} else {
  // The page was reloaded while its popup was open.
  sso
    .resume()
    .then((result) => result && finish(result))
    .catch(explain);
}
