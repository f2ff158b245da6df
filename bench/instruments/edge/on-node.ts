/** Serves a bundled worker on Node. */
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'

const { default: worker } = await import(pathToFileURL(process.argv[2] ?? '').href)
const { HOST: hostname, PORT } = process.env

serve({ fetch: (request) => worker.fetch(request), hostname, port: Number(PORT) })
