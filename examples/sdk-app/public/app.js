// The page: asks VID for a code by the SDK, and hands it to this application's own server.
const { vidOrigin, clientId } = document.body.dataset;
const sso = new VidSsoKit.VidSso({
  origin: vidOrigin,
  appCode: 'sdk-example',
  clientId,
  redirectUri: `${location.origin}/callback`,
  lang: document.documentElement.lang,
});
const say = (text) => {
  document.querySelector('#status').textContent = text;
};
const onClick = (id, work) =>
  document
    .querySelector(id)
    ?.addEventListener('click', () => void work().catch((error) => say(error.message)));

async function finish({ authCode, codeVerifier }) {
  const answer = await fetch('/session', {
    method: 'POST',
    body: JSON.stringify({ authCode, codeVerifier }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  location.replace('/');
}

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
    .catch((error) => say(error.message));
}
