/** Checks a worker under workerd and on Node against the contract, and observes whether it generates code. */
import type { Edge, Ran } from '../../../charts/instruments/edge/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { freePort, HOST } from '../../host/server-process.ts'
import { withServer } from '../../host/with-server.ts'
import { checkContract } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms } from '../../verify/verify.ts'
import { firstRightResponse } from '../first-response.ts'
import type { Place } from './bundle.ts'
import type { Counts } from './generated.ts'
import { type Contender, type Workerd, withBundle } from './launch.ts'

export interface EdgePlan {
  workerd: Workerd
  seed: number
  /** Null where nothing is counted. */
  counter: Counter | null
}

/** Seconds for an emulated worker to respond. */
const EMULATED_LIMIT = 240

type Named = Pick<Counts, 'named'>

interface EdgeProcess extends Omit<Edge, 'starts'>, Named {
  start: number | null
}

/** @throws if it violates the contract on Node: then it is no fault of Workers */
export async function edgeOf(contender: Contender, plan: EdgePlan, cpus: number[] | null = null): Promise<EdgeProcess> {
  const { named, ...node } = await observed(contender, { on: 'node' }, plan)
  if (node.failure !== null) throw new Error(`on Node: ${node.failure}`)
  const under = async (nodejsCompat: boolean) => {
    const place = { on: 'workerd', nodejsCompat } as const
    const { named: _, ...workers } = await observed(contender, place, plan)
    const { named: __, ...strict } = await observed(contender, { ...place, strict: true }, plan)
    return { workers, strict, nodejsCompat }
  }
  const alone = await under(false)
  const isRunning = [alone.workers, alone.strict].some(({ failure }) => failure === null)
  const best = isRunning ? alone : await under(true)
  const start = best.workers.failure === null ? await countStart(contender, best.nodejsCompat, plan, cpus) : null
  return { node, ...best, start, ...(named && { named }) }
}

/** Counts the instructions of all threads from the start of a process to its first right response. */
async function countStart(contender: Contender, nodejsCompat: boolean, plan: EdgePlan, cpus: number[] | null) {
  const { counter, workerd } = plan
  if (!counter) return null
  const { scenario, wire } = termsOf(contender, plan)
  const ring = requestsFor({ scenario, protocol: plan }, { manifest: { wire } }, { validOnly: true })
  const polling = { ring, first: 0, limit: EMULATED_LIMIT, polling: false }
  const { javascript, others } = await withBundle(
    ...([contender, { on: 'workerd', nodejsCompat }, workerd] as const),
    async (launch) =>
      counter.fromStart(launch, cpus, await freePort(), async (process) => {
        await firstRightResponse(process, polling)
      }),
  )
  return javascript + others
}

async function observed(contender: Contender, place: Place, plan: EdgePlan): Promise<Ran & Named> {
  try {
    const own = await withBundle(contender, place, plan.workerd, (launch) =>
      withServer(launch, {}, async ({ port, output }) => {
        const [failure] = await checkContract(port, { ...termsOf(contender, plan), output })
        if (failure) throw new Error(describeFailure(failure))
        const response = await fetch(`http://${HOST}:${port}/generated`)
        return (await response.json()) as Counts
      }),
    )
    return { failure: null, ...own }
  } catch (error) {
    const message = messageOf(error)
    return { failure: oneLine(/\b(?:[A-Z]\w*)?Error: .*/.exec(message)?.[0] ?? message), functions: null }
  }
}

function termsOf(contender: Contender, { seed }: EdgePlan) {
  const terms = contractTerms(contender, updateUser, seed)
  return contender.kind === 'library' ? { ...terms, wire: 'plain' as const } : terms
}
