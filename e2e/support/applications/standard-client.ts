import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listen, type ApplicationSite } from './applications.ts';

const library = new URL('../browser/oidc-client-ts.min.js', import.meta.resolve('oidc-client-ts'));

const page = `<!doctype html><html lang="vi"><title>Ứng dụng chuẩn</title>
<button id="in">In</button><button id="out">Out</button><pre id="result"></pre>
<script src="/oidc-client-ts.js"></script><script type="module" src="/page.js"></script></html>`;

/**
 * Returns a page's script with only the code that the guide of oidc-client-ts shows. Its popups return to `/callback`
 * and `/bye`.
 */
const script = (vid: string, clientId: string): string => `
const manager = new oidc.UserManager({
  authority: ${JSON.stringify(`${vid}/vid/oidc`)},
  client_id: ${JSON.stringify(clientId)},
  redirect_uri: location.origin + '/callback',
  popup_post_logout_redirect_uri: location.origin + '/bye',
  scope: 'openid profile phone',
  automaticSilentRenew: false,
});
const result = document.querySelector('#result');
const show = (text) => { result.textContent = text; };
const fail = (error) => show('failed: ' + error.message);
document.querySelector('#in').onclick = () => manager.signinPopup({ popupAbortOnClose: true }).then((user) => show('signed in: ' + user.profile.sub), fail);
document.querySelector('#out').onclick = () => manager.signoutPopup().then(() => show('signed out'), fail);
if (location.pathname === '/callback') await manager.signinPopupCallback();
else if (location.pathname === '/bye') await manager.signoutPopupCallback();
else show('ready');
`;

export async function startStandardClient(vid: string, clientId: string): Promise<ApplicationSite> {
  const source = await readFile(library);
  const files: Readonly<Record<string, string | Buffer>> = {
    '/oidc-client-ts.js': source,
    '/page.js': script(vid, clientId),
  };
  const server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://application').pathname];
    const type = file === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(file ?? page);
  });
  return listen(server);
}
