/** Servers as several processes. */
import { z } from 'zod'
import { count } from './fields.ts'

/**
 * How workers share a port. `reuse-port`: each listens by itself, and the kernel distributes connections by a hash. `cluster`: the
 * primary process of `node:cluster` accepts connections, and hands them out in turn. `shared-handle`: all workers of
 * `node:cluster` accept from one socket.
 */
export const SHARINGS = ['reuse-port', 'cluster', 'shared-handle'] as const

export type Sharing = (typeof SHARINGS)[number]

export const Workers = z.strictObject({
  number: count.min(2),
  sharing: z.enum(SHARINGS).describe('how they share the port'),
})

export type Workers = z.infer<typeof Workers>

/** Begins the reason why a server cannot be several workers. */
export const ONE_ONLY = 'runs as one process only'
