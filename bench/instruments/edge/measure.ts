/** Checks a worker under workerd and on Node against the contract, and observes whether it generates code. */
import type { Cost, Edge, Ran } from '../../../charts/instruments/edge/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { countProcess } from '../../counters/count-process.ts'
import type { Counter } from '../../counters/counter.ts'
import { EAGER } from '../../machine/runtimes.ts'
import { countFirstResponse, openingRequests } from '../../measure/first-response.ts'
import type { Counts } from '../../measure/observed-worker.ts'
import { onNode } from '../../measure/on-node.ts'
import { HOST, type Launch } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import { checkContract } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms } from '../../verify/verify.ts'
import type { Subject } from '../folders.ts'
import { type Bundling, workerdBundle } from './bundle.ts'
import { underWorkerd, type Workerd } from './launch.ts'

/** A server whose entry is a worker, or the steps of a library. */
export type Contender = Subject<'framework' | 'library'>

export interface EdgePlan {
  workerd: Workerd
  seed: number
  /** Null where nothing is counted. */
  counter: Counter | null
}

export interface EdgeProcess
  extends Omit<Edge, 'starts' | 'documentedStarts' | 'costs'>,
    Pick<Counts, 'named'> {
  /** Null where nothing is counted, or it does not run on Workers. */
  counted: { start: number; documentedStart: number | null; cost: Cost } | null
}

/** Milliseconds: a framework that is not bundled imports a thousand files. */
const LIMITS = { startTimeout: 60_000, stopTimeout: 2_000 }
/** Seconds for an emulated worker to respond. */
const EMULATED_LIMIT = 240
/** Requests of a process with eager compilers. */
const PROTOCOL = { requests: 500, step: 500, shortestWarmUp: 1_000, longestWarmUp: 1_500 }

/** @throws if it violates the contract on Node: then it is no fault of Workers */
export async function edgeOf(
  contender: Contender,
  plan: EdgePlan,
  cpus: number[] | null = null,
): Promise<EdgeProcess> {
  const { entry } = contender
  const { workerd, seed, counter } = plan
  const wire = contender.kind === 'library' ? 'plain' : contender.manifest.wire
  const countsOf = (launch: Launch) =>
    withServer(launch, { limits: LIMITS }, async ({ port, output }) => {
      const [failure] = await checkContract(port, {
        ...contractTerms(contender, updateUser, seed),
        wire,
        output,
      })
      if (failure) throw new Error(describeFailure(failure))
      return (await (await fetch(`http://${HOST}:${port}/generated`)).json()) as Counts
    })
  const ran = (strict: boolean): Promise<Ran> =>
    underWorkerd(workerd, entry, { strict }, countsOf).then(
      ({ functions }) => ({ failure: null, functions }),
      (error) => ({ failure: reasonOf(error), functions: null }),
    )
  const { functions, named } = await countsOf(onNode(contender)).catch((error) => {
    throw new Error(`on Node: ${reasonOf(error)}`)
  })
  const observed = {
    node: { failure: null, functions },
    workers: await ran(false),
    strict: await ran(true),
  }
  const own = { ...observed, ...(named && { named }) }
  if (!counter || own.workers.failure !== null) return { ...own, counted: null }
  const ring = () => openingRequests(updateUser, wire, seed)
  const startOf = (bundling: Bundling) =>
    underWorkerd(workerd, entry, { strict: false, ...bundling }, (launch) =>
      countFirstResponse(counter, launch, cpus, { ring: ring(), first: 0, limit: EMULATED_LIMIT }),
    )
  const perRequest = (keepNames: boolean) =>
    underWorkerd(workerd, entry, { strict: false, v8Flags: EAGER, keepNames }, async (launch) => {
      const { first, second } = await countProcess(
        { counter, protocol: PROTOCOL, ring },
        launch,
        cpus,
      )
      // What is compiled late falls into one half.
      return Math.min(first.javascript + first.others, second.javascript + second.others)
    })
  const [bundle, documented] = [
    await workerdBundle(entry),
    await workerdBundle(entry, { style: 'documented' }),
  ]
  const start = await startOf({})
  const documentedStart =
    bundle.length === documented.length ? null : await startOf({ style: 'documented' })
  const cost = { workers: await perRequest(true), withoutKeepNames: await perRequest(false) }
  return { ...own, counted: { start, documentedStart, cost } }
}

/** The error that a runtime names, rather than its whole output. */
function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return oneLine(/\b(?:[A-Z]\w*)?Error: .*/.exec(message)?.[0] ?? message)
}
