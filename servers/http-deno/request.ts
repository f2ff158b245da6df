/** The path that a request asks for; empty where its URL cannot be read, of which the authority is the client's own. */
export function pathOf({ url }: Request): string {
  return URL.parse(url)?.pathname ?? ''
}

/** HEAD asks for what GET would answer. */
export function isGet({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}
