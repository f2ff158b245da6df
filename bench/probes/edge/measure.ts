/** Checks a worker under workerd and on Node against the contract, and observes whether it generates code. */
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine, shortened } from '../../../shared/basics/text.ts'
import type { Outcome } from '../../../shared/probes/edge.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { WORKERS } from '../../counters/amounts.ts'
import { countProcess } from '../../counters/count-process.ts'
import type { Counter } from '../../counters/counter.ts'
import { EAGER } from '../../machine/v8-flags.ts'
import { countFirstResponse, openingRequests } from '../../measure/first-response.ts'
import type { Counts } from '../../measure/observed-worker.ts'
import { onNode } from '../../measure/on-node.ts'
import type { Figures } from '../../measure/probe.ts'
import type { Subject } from '../../measure/subjects.ts'
import { HOST, type Launch, SLOW_START } from '../../server/server-process.ts'
import { withServer } from '../../server/with-server.ts'
import { checkContract } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms } from '../../verify/verify.ts'
import { type Bundling, underWorkerd, type Workerd, workerdBundle } from './workerd.ts'

/** Seconds for an emulated worker to respond. */
const EMULATED_LIMIT = 240

interface Plan {
  workerd: Workerd
  seed: number
  cpus: number[] | null
}

/**
 * Observes a worker, or the steps of a library.
 * @throws if it violates the contract on Node: then it is no fault of Workers
 */
export async function observe(subject: Subject, { workerd, seed }: Plan): Promise<Figures> {
  const countsOf = (launch: Launch) =>
    withServer(launch, { limits: SLOW_START }, async ({ port, output }) => {
      const [failure] = await checkContract(port, {
        ...contractTerms(subject, updateUser, seed),
        wire: wireOf(subject),
        output,
      })
      if (failure) throw new Error(describeFailure(failure))
      return (await (await fetch(`http://${HOST}:${port}/generated`)).json()) as Counts
    })
  const onItsOwn = await countsOf(onNode(subject)).catch((error) => {
    throw new Error(`on Node: ${reasonOf(error)}`)
  })
  const ran = (strict: boolean): Promise<{ outcome: Outcome; failure?: string }> =>
    underWorkerd(workerd, subject.entry, { strict }, countsOf).then(
      ({ functions }) => ({ outcome: outcomeOf(functions, onItsOwn.functions) }),
      (error) => ({ outcome: 'no', failure: reasonOf(error) }),
    )
  const [workers, strict] = [await ran(false), await ran(true)]
  const [where, failure] =
    workers.failure === undefined
      ? ['without code generation', strict.failure]
      : ['on Workers', workers.failure]
  return {
    ...(onItsOwn.named && {
      library: { name: onItsOwn.named.library, package: onItsOwn.named.package },
    }),
    values: { workers: workers.outcome, strict: strict.outcome },
    ...(failure !== undefined && { evidence: `${where}: ${shortened(failure, 260)}` }),
  }
}

const wireOf = ({ kind, manifest }: Subject) => (kind === 'library' ? 'plain' : manifest.wire)

/** @param functions that were made of strings @param onNode the same on Node */
function outcomeOf(functions: number, onNode: number): Outcome {
  if (functions > 0) return 'yes, compiled'
  return onNode > 0 ? 'falls back' : 'yes'
}

/** Counts the instructions of workerd until the first correct response, and per request. */
export async function count(
  counter: Counter,
  subject: Subject,
  { workerd, seed, cpus }: Plan,
): Promise<Figures['values']> {
  const { entry } = subject
  const ring = () => openingRequests(updateUser, wireOf(subject), seed)
  const startOf = (bundling: Bundling) =>
    underWorkerd(workerd, entry, bundling, (launch) =>
      countFirstResponse(counter, launch, cpus, { ring: ring(), first: 0, limit: EMULATED_LIMIT }),
    )
  const perRequest = (keepNames: boolean) =>
    underWorkerd(workerd, entry, { v8Flags: EAGER, keepNames }, async (launch) => {
      const counting = { counter, protocol: WORKERS, ring }
      const { first, second } = await countProcess(counting, launch, cpus)
      // What is compiled late falls into one half.
      return Math.min(first.javascript + first.others, second.javascript + second.others)
    })
  const [bundle, documented] = [
    await workerdBundle(entry),
    await workerdBundle(entry, { style: 'documented' }),
  ]
  const isSame = bundle.length === documented.length
  return {
    start: await startOf({}),
    documentedStart: isSame ? null : await startOf({ style: 'documented' }),
    request: await perRequest(true),
    requestWithoutNames: await perRequest(false),
  }
}

/** The error that a runtime names, rather than its whole output. */
function reasonOf(error: unknown): string {
  const message = messageOf(error)
  return oneLine(/\b(?:[A-Z]\w*)?Error: .*/.exec(message)?.[0] ?? message)
}
