// The address. The server says how deep the page lies, so that it works under any prefix.

const base = new URL(document.documentElement.dataset.base ?? './', location.href).pathname;

function here(): string {
  return decoded(location.pathname).slice(base.length - 1) || '/';
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address; // the page says that there is nothing at this address
  }
}

const place = $state({ path: here(), query: new URLSearchParams(location.search) });

function look(): void {
  place.path = here();
  place.query = new URLSearchParams(location.search);
}

/** The path within the page, such as `/table/ID`. */
export function path(): string {
  return place.path;
}

export function query(): URLSearchParams {
  return place.query;
}

/** The address of something of ours, for links and requests. */
export function href(inner: string): string {
  return base + inner.replace(/^\//, '');
}

export function socketAddress(inner: string): string {
  const address = new URL(href(inner), location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

export function go(inner: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', href(inner));
  look();
  scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true }); // so that screen readers announce the new page
}

/** Make the address follow what is shown, without leaving the page. */
export function rewrite(inner: string): void {
  history.replaceState(null, '', href(inner));
  look();
}

/** The same for what only the address bar has to know: no page is shown anew. */
export function note(inner: string): void {
  history.replaceState(null, '', href(inner));
}

/** Links of ours change the page without loading it again. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) {
    return;
  }
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || !link.pathname.startsWith(base)) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname.slice(base.length - 1) + link.search + link.hash);
}

/** Icons and the manifest have relative addresses, which would break when the address changes. */
function nailDown(): void {
  const links = document.head.querySelectorAll<HTMLLinkElement>('[rel*=icon], [rel=manifest]');
  for (const link of links) link.setAttribute('href', link.href);
}

export function watchAddress(): void {
  nailDown();
  addEventListener('popstate', look);
  document.addEventListener('click', follow);
}
