/** The protocol of a run where nobody chooses otherwise: what is published was measured by it. */
import type { Protocol } from './format.ts'

export const defaultProtocol = {
  generator: 'builtin',
  polling: true,
  connections: 100,
  pipelining: 1,
  durationSeconds: 1,
  sliceSeconds: 0.25,
  groupSize: 7,
  workers: 1,
  warmupSeconds: 6,
  /**
   * V8 compiles a function with its top tier after so many calls, however long they take. What runs once per request gets there after
   * 10,000 to 12,000 requests on Node 24, and 16,000 to 18,000 on Node 26. Heavy servers are up to twice as fast after it.
   */
  warmupRequests: 20_000,
  rounds: 15,
} as const satisfies Omit<Protocol, 'seed'>

/** Of the least run whose spread is known well enough to be published. */
export const LEAST_ROUNDS = 5
