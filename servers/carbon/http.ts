import { listen } from '@sinclair/carbon/http'

type Handler = (request: Request, url: URL) => Response | Promise<Response>

/** Listens, and answers 404 where it is another method or path. */
export async function serve(method: string, path: RegExp | string, handler: Handler) {
  await listen({ port: Number(process.env.PORT), hostname: process.env.HOST }, (request) => {
    const url = new URL(request.url)
    const matches = typeof path === 'string' ? url.pathname === path : path.test(url.pathname)
    return request.method === method && matches ? handler(request, url) : notFound()
  })
}

export function notFound() {
  return Response.json({ error: 'Not Found' }, { status: 404 })
}
