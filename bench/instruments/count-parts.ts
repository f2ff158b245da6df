/** Counts instructions per request of servers and their variants, in fresh processes under valid requests. */
import type { Random } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { javascriptOf } from '../../shared/results/counts-summary.ts'
import { COUNTER_KINDS, type CounterKind, type CountsProtocol } from '../../shared/results/instructions.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { counted, counter } from '../cli/options.ts'
import { countProcess } from '../counters/count-process.ts'
import type { Counter } from '../counters/counter.ts'
import { readyCounter } from '../counters/counters.ts'
import { inLanes, lanesFor } from '../counters/lanes.ts'
import { requestsFor } from '../counters/requests.ts'
import type { Pinning } from '../host/cpus.ts'
import type { Attempts } from '../host/identity.ts'
import type { Server } from '../host/servers.ts'
import { attempt, type Part, partOf, sayCost, withEagerCompilers } from '../variants/parts.ts'
import { partOfJournal } from './journal.ts'
import type { Found } from './variants.ts'

export interface CountPlan {
  counter: Counter
  protocol: CountsProtocol
  /** Of each part that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
}

interface CountOptions {
  /** The first counter that works here where it is left out. */
  counter: CounterKind | undefined
  processes: number
  seed: number
}

type Amounts = Pick<Counting, 'requests' | 'step' | 'shortestWarmUp' | 'longestWarmUp'>

/** Makes a counter ready. @param amountsOf requests that a counter has time for */
export async function countingOf(
  { counter: kind, processes, seed }: CountOptions,
  pinning: Pinning,
  amountsOf: (counter: Counter) => Amounts,
): Promise<{ plan: CountPlan; record: Counting }> {
  const { counter, selfCheck } = await readyCounter(kind)
  const { lanes } = lanesFor(counter, pinning)
  const kept = { counter: counter.kind, ...amountsOf(counter) }
  return {
    plan: { counter, protocol: { ...kept, processes, sideBySide: lanes.length, seed }, lanes },
    record: { ...kept, counterVersion: counter.version(), selfCheck },
  }
}

/** Of processes whose compilers are eager. */
const EAGER = { requests: 1_000, step: 250, shortestWarmUp: 1_000, longestWarmUp: 1_000 }
const QUICK = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

export const pairOptions = {
  counter: counter(COUNTER_KINDS),
  requests: { ...counted, help: 'requests counted in each process (default: 1,000)' },
}

interface PairOptions extends CountOptions {
  requests: number | undefined
  quick: boolean
}

/** Counts each server beside its variants, by eager compilers. */
export async function countPairs(
  { found, attempts, pinning, random }: Pick<Found, 'found' | 'attempts' | 'pinning' | 'random'>,
  { requests, quick, ...values }: PairOptions,
): Promise<{ counting: Counting; partsOf: (server: Server) => { without: string | null; part: Part }[] }> {
  const amounts = quick ? QUICK : { ...EAGER, ...(requests !== undefined && { requests }) }
  const { plan, record } = await countingOf(values, pinning, () => amounts)
  const parts = new Map(
    found.map((varied) => {
      const { server, variants } = varied
      const runtime = withEagerCompilers(server.runtime)
      const own = variants.map((variant) => ({
        without: variant.without,
        part: partOf(varied, variant, server, runtime),
      }))
      return [server, own]
    }),
  )
  const groups = [...parts.values()].filter(({ length }) => length > 1).map((own) => own.map(({ part }) => part))
  await countParts(plan, groups, random, attempts)
  return { counting: record, partsOf: (server) => (attempts.reasonOf(server) === null && parts.get(server)) || [] }
}

/**
 * Counts the parts in rounds, each in another random order.
 * @param groups of parts that are counted one right after the other
 */
export async function countParts(
  { counter, protocol, lanes }: CountPlan,
  groups: readonly (readonly Part[])[],
  random: Random,
  attempts: Attempts<Server>,
): Promise<void> {
  const kept = partOfJournal()
  const ring = ({ wire }: Part) =>
    requestsFor({ scenario: updateUser, protocol }, { manifest: { wire } }, { validOnly: true })
  for (let round = 1; round <= protocol.processes; round++) {
    const parts = random.shuffle(groups).flatMap((group) => random.shuffle(group))
    await inLanes(lanes, parts, (part, cpus) =>
      attempt(part, attempts, async () => {
        const counted = await kept(`${part.title}/${round}`, () =>
          countProcess({ counter, protocol, ring }, part, cpus),
        )
        const instructions = javascriptOf(counted)
        part.instructions.push(instructions)
        part.settled &&= counted.settled
        sayCost(part, round, protocol.processes, `${grouped(instructions)} instructions`)
      }),
    )
  }
}
