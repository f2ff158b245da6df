import { bodyParser } from '@koa/bodyparser'

/** What keeps a body from being read is the client's fault: errors of `node:zlib` carry no status that says so. */
export const parseBody = bodyParser({
  onError: (err: Error & { status?: number }, ctx) => ctx.throw(err.status ?? 400, err.message),
})
