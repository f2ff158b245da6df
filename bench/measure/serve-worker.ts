/** Serves a worker, or the steps of a library, on Node. */
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'
import { observedWorker } from './observed-worker.ts'

const { fetch } = observedWorker(await import(pathToFileURL(process.argv[2] as string).href))
const { HOST: hostname, PORT } = process.env

serve({ fetch, hostname, port: Number(PORT) })
