/** Default protocol of a run; published results use it. */
import { grouped } from '../basics/text.ts'
import type { Protocol } from '../format/format.ts'
import { scenarios } from '../scenarios/scenarios.ts'

export const defaultProtocol = {
  generator: 'builtin',
  polling: true,
  connections: 100,
  durationSeconds: 1,
  sliceSeconds: 0.25,
  groupSize: 7,
  warmupSeconds: 6,
  /**
   * V8 optimizes a function by its number of calls. A function called once per request reaches the top tier after 10,000 to 12,000
   * requests on Node 24, and 16,000 to 18,000 on Node 26. Heavy servers are up to twice as fast from then on.
   */
  warmupRequests: 20_000,
  rounds: 15,
} as const satisfies Omit<Protocol, 'seed'>

/** Returns the default protocol with the warm-up of a scenario. */
export function defaultsOf(scenario: string): Omit<Protocol, 'seed'> {
  const { warmupRequests = defaultProtocol.warmupRequests } = scenarios.get(scenario) ?? {}
  return { ...defaultProtocol, warmupRequests }
}

/** Formats the least warm-up of every scenario: `20,000 requests (user-list: 3,000)`. */
export function warmUpText(): string {
  const fewer = [...scenarios.values()].flatMap(({ name, warmupRequests }) =>
    warmupRequests === undefined ? [] : ` (${name}: ${grouped(warmupRequests)})`,
  )
  return `${grouped(defaultProtocol.warmupRequests)} requests${fewer.join('')}`
}

/** Least number of rounds of a published run: from three on, intervals of simulated runs cover 95%. */
export const LEAST_ROUNDS = 3
