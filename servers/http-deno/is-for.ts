/** Whether a request is one of that route, whatever its query; HEAD asks for what GET would answer. */
export function isFor({ method, url }: Request, route: 'GET' | 'POST', path: string): boolean {
  if (method !== route && !(method === 'HEAD' && route === 'GET')) return false
  return URL.parse(url)?.pathname === path
}
