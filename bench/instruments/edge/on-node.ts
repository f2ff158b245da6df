/** Serves a bundled worker on Node. */
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

const { default: worker } = await import(pathToFileURL(process.argv[2] ?? '').href)

serve({
  fetch: (request) => worker.fetch(request),
  hostname: process.env.HOST,
  port: Number(process.env.PORT),
})
