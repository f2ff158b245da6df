/** Counts instructions per request of servers and their variants, in fresh processes under valid requests. */
import type { Random } from '../../shared/basics/random.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { javascriptOf } from '../../shared/results/counts-summary.ts'
import type { CountsProtocol } from '../../shared/results/instructions.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { counted } from '../cli/options.ts'
import { countProcess } from '../counters/count-process.ts'
import { type Counter, readyCounter } from '../counters/counter.ts'
import { inLanes, lanesFor } from '../counters/lanes.ts'
import { requestsFor } from '../counters/requests.ts'
import type { Pinning } from '../host/cpus.ts'
import type { Attempts } from '../host/identity.ts'
import type { Server } from '../host/servers.ts'
import { attempt, type Part, partOf, sayCost, withEagerCompilers } from '../variants/parts.ts'
import { partOfJournal } from './journal.ts'
import type { Found } from './variants.ts'

export interface CountPlan {
  counter: Pick<Counter, 'start'>
  protocol: CountsProtocol
  /** Of each part that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
}

interface CountOptions {
  processes: number
  seed: number
}

type Amounts = Pick<Counting, 'requests' | 'step' | 'shortestWarmUp' | 'longestWarmUp'>

/** Makes the counter ready. */
export async function countingOf(
  { processes, seed }: CountOptions,
  pinning: Pinning,
  amounts: Amounts,
): Promise<{ plan: CountPlan; record: Counting }> {
  const counter = await readyCounter()
  const { lanes } = lanesFor(pinning)
  const kept = { counter: 'qemu' as const, ...amounts }
  return {
    plan: { counter, protocol: { ...kept, processes, sideBySide: lanes.length, seed }, lanes },
    record: { ...kept, counterVersion: counter.version, selfCheck: counter.selfCheck },
  }
}

/** Of processes whose compilers are eager. */
const EAGER = { requests: 1_000, step: 250, shortestWarmUp: 1_000, longestWarmUp: 1_000 }
const QUICK = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

export const pairOptions = { requests: counted(EAGER.requests, QUICK.requests) }

interface PairOptions extends CountOptions {
  requests: number
  quick: boolean
}

/** Counts each server beside its variants, by eager compilers. */
export async function countPairs(
  { found, attempts, pinning, random }: Pick<Found, 'found' | 'attempts' | 'pinning' | 'random'>,
  { requests, quick, ...values }: PairOptions,
): Promise<{ counting: Counting; partsOf: (server: Server) => { without: string | null; part: Part }[] }> {
  const { plan, record } = await countingOf(values, pinning, { ...(quick ? QUICK : EAGER), requests })
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
