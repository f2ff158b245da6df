/** Servers that are correct as one process, and fail as several. */
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { FaultyServer, FaultyServers } from './faulty-server.ts'
import { serve } from './user-server.ts'

const TWO = { number: 2, sharing: 'reuse-port' } as const
const { HOST, PORT, NODE_APP_INSTANCE } = process.env
const isSecond = NODE_APP_INSTANCE === '1'
/** Calls after which a worker ends: more than those of the contract, of which it gets up to about 400. */
const LIFETIME = 1000

/** Ends the process after some calls. */
const serveSome = () =>
  serve(({ count, correct }) => {
    if (count === LIFETIME) process.exit(3)
    return correct
  })

const second = (description: string, run: () => void, disqualified: RegExp): FaultyServer => ({
  description,
  workers: TWO,
  run: () => (isSecond ? run() : void serve()),
  disqualified,
})

export const workers: FaultyServers = {
  'answers-for-another': second(
    'has a worker that responds as a server of another port',
    () => createServer((_, response) => response.end('Hello, World!')).listen(Number(PORT), HOST),
    /got 200 with content type missing|such as Hello, World!/,
  ),
  'loses-a-worker': second(
    'has a worker that ends after some requests',
    serveSome,
    /^worker 2 of 2 exited with status 3$/,
  ),
  'restarts-a-worker': second(
    'has a worker that ends after some requests, and is started again',
    () => {
      if (cluster.isWorker) return serveSome()
      cluster.fork()
      cluster.on('exit', () => cluster.fork())
    },
    /^1 of its 3 processes ended under load, restarted or not$/,
  ),
  'starts-its-own': {
    description: 'starts two workers of its own',
    run: () => {
      if (cluster.isWorker) return void serve()
      cluster.fork()
      cluster.fork()
    },
    shownBy: 'bench/probes/scale/scale.e2e.test.ts',
  },
  'shares-no-port': second(
    'has a worker that cannot listen on the port of another',
    () => {
      throw new Error(`listen EADDRINUSE: address already in use ${HOST}:${PORT}`)
    },
    /^runs as one process only: another one cannot listen on its port: Error: listen EADDRINUSE/,
  ),
}
