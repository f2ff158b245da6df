import { join } from 'node:path'
import type { Server } from '../folders/servers.ts'

/** Returns how a worker, or the steps of a library, is served on Node. */
export const onNode = ({ entry, runtime }: Pick<Server, 'entry' | 'runtime'>) => ({
  runtime,
  entry: join(import.meta.dirname, 'serve-worker.ts'),
  args: [entry],
})
