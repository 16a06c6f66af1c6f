// Keeps the page in the browser, so that it opens without a network. The build writes this file to
// the root of the page, behind a line with what it has built: `BUILT`.
//
// With a network, nobody gets an old page: pages come from the server, and name their scripts by
// content. Without one, everything comes from the cache of one version. A new version waits until
// the pages of the old one are closed, so that these never miss a file. Answers of the server are
// not kept: src/games/*/offline/ works them out.

/* global BUILT */

const scope = new URL(self.registration.scope);
const OURS = `tinplate ${scope.pathname} `; // others may lie beside us
const CACHE = OURS + BUILT.version;
const OF_THE_TRANSFER = ['content-encoding', 'content-length', 'transfer-encoding', 'vary', 'etag'];
const KINDS = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(removeOld()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.origin) return;
  if (!pathname.startsWith(scope.pathname)) return;
  const path = pathname.slice(scope.pathname.length);
  if (path.startsWith('api/')) return;
  if (path.startsWith('assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('')));
  else if (BUILT.files.includes(path)) event.respondWith(fetch(request).catch(() => kept(path)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage());
});

/** The page that is open, or else a new one. */
async function showPage() {
  const [open] = await self.clients.matchAll({ type: 'window' });
  await (open ? open.focus() : self.clients.openWindow(scope.href));
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.put(scope.href, await page());
  const pack = await fetch(new URL(BUILT.pack, scope));
  const files = Object.entries(await pack.json());
  await Promise.all(
    files.map(([path, text]) => cache.put(address(path), fileOf(pack, path, text))),
  );
  await cache.addAll(BUILT.fonts.map(address));
}

/** The page for any address: links start at our root instead of at the address. */
async function page() {
  const answer = await fetch(scope.href, { cache: 'no-cache' });
  const html = await answer.text();
  // The server may have been upgraded meanwhile: the next visit brings its service worker.
  if (!html.includes(BUILT.entry)) throw new Error('the page is of another version');
  return new Response(html.replaceAll('"./', `"${scope.pathname}`), { headers: headersOf(answer) });
}

/** A file of the pack, as the server would have sent it. */
function fileOf(pack, path, text) {
  const headers = headersOf(pack);
  headers.set('content-type', KINDS[path.split('.').at(-1)]);
  return new Response(text, { headers });
}

/** What holds for what is kept: the content security policy above all. */
function headersOf(answer) {
  const headers = new Headers(answer.headers);
  for (const name of OF_THE_TRANSFER) headers.delete(name);
  return headers;
}

function address(path) {
  return new URL(path, scope).href;
}

/** A script or style sheet: its name changes with its content. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

async function kept(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address(path))) ?? Response.error();
}

async function removeOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
