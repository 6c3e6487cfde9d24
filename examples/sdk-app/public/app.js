// Gets a code from VID through the SDK and sends it to this application's server.
const { vidOrigin, clientId } = document.body.dataset;
const { lang } = document.documentElement;
const sso = new VidSsoKit.VidSso({
  origin: vidOrigin,
  appCode: 'sdk-example',
  clientId,
  redirectUri: `${location.origin}/callback`,
  lang,
});

/** Texts for users. The SDK's error messages are for developers. */
const texts = {
  vi: {
    POPUP_BLOCKED: 'Trình duyệt đã chặn cửa sổ đăng nhập. Vui lòng cho phép mở cửa sổ rồi thử lại.',
    POPUP_CLOSED: 'Cửa sổ đăng nhập đã đóng trước khi bạn đăng nhập xong. Vui lòng thử lại.',
    TIMEOUT: 'Đã quá thời gian đăng nhập. Vui lòng thử lại.',
    SSO_FORBIDDEN: 'Tài khoản này chưa có quyền sử dụng ứng dụng. Hãy dùng tài khoản khác.',
    REFUSED: 'VID không chấp nhận lần đăng nhập này. Vui lòng thử lại.',
    failed: 'Chưa đăng nhập được. Vui lòng thử lại.',
  },
  en: {
    POPUP_BLOCKED: 'Your browser blocked the sign-in window. Allow it and try again.',
    POPUP_CLOSED: 'The sign-in window was closed before you signed in. Try again.',
    TIMEOUT: 'The sign-in took too long. Try again.',
    SSO_FORBIDDEN: 'This account doesn’t have access to this app. Use another account.',
    REFUSED: 'VID didn’t accept this sign-in. Try again.',
    failed: 'We couldn’t sign you in. Try again.',
  },
}[lang];
const showStatus = (text) => {
  document.querySelector('#status').textContent = text;
};
const explain = (error) => showStatus(texts[error.reason] ?? texts[error.code] ?? texts.failed);
/** Enables a button when it gets its handler, so that no early click is lost. */
const onClick = (id, work) => {
  const button = document.querySelector(id);
  if (!button) return;
  button.addEventListener('click', () => void work().catch(explain));
  button.disabled = false;
};

async function finish({ authCode, codeVerifier }) {
  const answer = await fetch('/session', {
    method: 'POST',
    body: JSON.stringify({ authCode, codeVerifier }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  location.replace('/');
}

// The SDK emits a refusal while the popup is still open, because the user may choose another account there.
sso.on('error', explain);
onClick('#popup', async () => {
  showStatus('…');
  await finish(await sso.signInWithPopup());
});
onClick('#redirect', () => sso.signInWithRedirect());
onClick('#register', () => sso.signInWithRedirect({ action: 'register' }));
onClick('#sign-out', async () => {
  await fetch('/session', { method: 'DELETE' });
  // Also end the session at VID, which then returns to /callback.
  sso.signOut();
});

if (location.pathname === '/callback') {
  sso
    .handleRedirect()
    .then((result) => (result ? finish(result) : location.replace('/')))
    .catch((error) => {
      // After a completed sign-in, the Back button leads here.
      if (error.code === 'NO_VERIFIER') location.replace('/');
      else explain(error);
    });
} else {
  // The page may have been reloaded while its popup was open.
  sso
    .resume()
    .then((result) => result && finish(result))
    .catch(explain);
}
