/** Checks a worker under workerd and on Node against the contract, and observes whether it generates code. */
import { join } from 'node:path'
import type { Edge, Ran } from '../../../charts/instruments/edge/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Counter } from '../../counters/counter.ts'
import { HOST, type Launch } from '../../host/server-process.ts'
import { withServer } from '../../host/with-server.ts'
import { checkContract } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms } from '../../verify/verify.ts'
import { countFirstResponse, openingRequests } from '../first-response.ts'
import type { Subject } from '../folders.ts'
import type { Counts } from '../observed-worker.ts'
import { underWorkerd, type Workerd } from './launch.ts'

/** A server whose entry is a worker, or the steps of a library. */
export type Contender = Subject<'framework' | 'library'>

export interface EdgePlan {
  workerd: Workerd
  seed: number
  /** Null where nothing is counted. */
  counter: Counter | null
}

export interface EdgeProcess extends Omit<Edge, 'starts'>, Pick<Counts, 'named'> {
  start: number | null
}

const ON_NODE = join(import.meta.dirname, '../serve-worker.ts')
/** Milliseconds: a framework that is not bundled imports a thousand files. */
const LIMITS = { startTimeout: 60_000, stopTimeout: 2_000 }
/** Seconds for an emulated worker to respond. */
const EMULATED_LIMIT = 240

/** @throws if it violates the contract on Node: then it is no fault of Workers */
export async function edgeOf(contender: Contender, plan: EdgePlan, cpus: number[] | null = null): Promise<EdgeProcess> {
  const { entry, runtime } = contender
  const { workerd, seed, counter } = plan
  const wire = contender.kind === 'library' ? 'plain' : contender.manifest.wire
  const countsOf = (launch: Launch) =>
    withServer(launch, { limits: LIMITS }, async ({ port, output }) => {
      const [failure] = await checkContract(port, { ...contractTerms(contender, updateUser, seed), wire, output })
      if (failure) throw new Error(describeFailure(failure))
      return (await (await fetch(`http://${HOST}:${port}/generated`)).json()) as Counts
    })
  const ran = (conditions: { nodejsCompat: boolean; strict: boolean }): Promise<Ran> =>
    underWorkerd(workerd, entry, conditions, countsOf).then(
      ({ functions }) => ({ failure: null, functions }),
      (error) => ({ failure: reasonOf(error), functions: null }),
    )
  const under = async (nodejsCompat: boolean) => ({
    nodejsCompat,
    workers: await ran({ nodejsCompat, strict: false }),
    strict: await ran({ nodejsCompat, strict: true }),
  })
  const { functions, named } = await countsOf({ runtime, entry: ON_NODE, args: [entry] }).catch((error) => {
    throw new Error(`on Node: ${reasonOf(error)}`)
  })
  const alone = await under(false)
  const isRunning = [alone.workers, alone.strict].some(({ failure }) => failure === null)
  const best = isRunning ? alone : await under(true)
  const conditions = { nodejsCompat: best.nodejsCompat, strict: false }
  const polling = { ring: openingRequests(updateUser, wire, seed), first: 0, limit: EMULATED_LIMIT }
  const start =
    counter && best.workers.failure === null
      ? await underWorkerd(workerd, entry, conditions, (launch) => countFirstResponse(counter, launch, cpus, polling))
      : null
  return { node: { failure: null, functions }, ...best, start, ...(named && { named }) }
}

/** The error that a runtime names, rather than its whole output. */
function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return oneLine(/\b(?:[A-Z]\w*)?Error: .*/.exec(message)?.[0] ?? message)
}
