// Which page is shown. Secrets of links stand behind the `#`, so that no server or proxy writes them down.

export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: string }
  | { page: 'table'; table: string }
  | { page: 'join'; link: string }
  | { page: 'seat'; token: string }
  | { page: 'replay'; table: string; match: number; game: number; seat: number | null; at: number | null }
  | { page: 'shared'; link: string; seat: number | null; at: number | null }
  | { page: 'open'; seat: number | null; at: number | null }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'lost' };

const number = (text: string | null) => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null);

export function read(path: string, hash: string, search = ''): Route {
  const [first = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  const secret = hash.slice(1);
  const seat = number(new URLSearchParams(search).get('seat'));
  if (first === '' || (first === 'setup' && !rest[0])) return { page: 'home' };
  if (first === 'setup' && rest[0]) return { page: 'setup', game: rest[0] };
  if (first === 't' && rest[0]) {
    const [table, kind, match, game] = rest;
    if (kind === 'replay') {
      return { page: 'replay', table, match: Number(match ?? 1), game: Number(game ?? 1), seat, at: number(secret) };
    }
    return { page: 'table', table };
  }
  if (first === 'shared' && secret) {
    const [link = '', at = null] = secret.split('.');
    return { page: 'shared', link, seat, at: number(at) };
  }
  if (first === 'open') return { page: 'open', seat, at: number(secret) };
  if (first === 'join' && secret) return { page: 'join', link: secret };
  if (first === 'seat' && secret) return { page: 'seat', token: secret };
  if (first === 'rules' && rest[0]) return { page: 'rules', game: rest[0], clause: secret };
  return { page: 'lost' };
}

class Place {
  route = $state<Route>(read(location.pathname, location.hash, location.search));

  constructor() {
    const follow = () => {
      this.route = read(location.pathname, location.hash, location.search);
    };
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.route = read(location.pathname, location.hash, location.search);
    scrollTo(0, 0);
  }
}

export const place = new Place();

/** Links of this client are followed without loading a page; those to open elsewhere are left to the browser. */
export function follow(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest('a') : null;
  if (!target || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (target.target || target.origin !== location.origin || !target.hasAttribute('data-here')) return;
  event.preventDefault();
  place.go(target.pathname + target.search + target.hash);
}
