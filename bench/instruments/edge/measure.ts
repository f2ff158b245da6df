/** Checks a worker under workerd and on Node against the contract, and observes whether it generates code. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Edge, Ran } from '../../../charts/instruments/edge/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Counter } from '../../counters/counter.ts'
import { requestsFor } from '../../counters/requests.ts'
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import { freePort, HOST, type Launch, ServerProcess } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { checkContract, checkContractBriefly } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms } from '../../verify/verify.ts'
import { firstRightResponse } from '../first-response.ts'
import { bundled, type Place, type Source } from './bundle.ts'
import type { Counts } from './generated.ts'
import { BUNDLE, launchOf, type Workerd } from './launch.ts'

/** A server whose entry is a worker, or the steps of a library. */
export type Contender = Server & Source

export interface EdgePlan {
  workerd: Workerd
  seed: number
  /** Null where nothing is counted. */
  counter: Counter | null
}

/** Milliseconds in which a worker that gave no response ends, and says why. */
const PATIENCE = 5_000

/** Seconds for an emulated worker to respond. */
const EMULATED_LIMIT = 240

/** ajv writes more beside it. */
const NO_CODE = /EvalError: Code generation from strings disallowed for this context/

type Named = Pick<Counts, 'named'>

/** @throws if it violates the contract on Node: then it is no fault of Workers */
export async function edgeOf(
  contender: Contender,
  plan: EdgePlan,
  cpus: number[] | null = null,
): Promise<Edge & Named> {
  const { named, ...node } = await observed(contender, { on: 'node' }, plan)
  if (node.failure !== null) throw new Error(`on Node: ${node.failure}`)
  const under = async (nodejsCompat: boolean) => {
    const place = { on: 'workerd', nodejsCompat } as const
    const { named: _, ...workers } = await observed(contender, place, plan)
    const { named: __, ...strict } = await observed(contender, { ...place, strict: true }, plan)
    return { place, workers, strict }
  }
  const alone = await under(false)
  const isRunning = [alone.workers, alone.strict].some(({ failure }) => failure === null)
  const { place, workers, strict } = isRunning ? alone : await under(true)
  const { counter } = plan
  const start = counter && workers.failure === null ? await countStart(counter, contender, { place, plan, cpus }) : null
  return {
    ...{ node, workers, strict, nodejsCompat: place.nodejsCompat, ...(named && { named }) },
    bundle: await sizesOf(contender, place),
    instructions: start === null ? null : { start },
  }
}

/** Counts the instructions of all threads from the start of a process to its first right response. */
async function countStart(
  counter: Counter,
  contender: Contender,
  { place, plan, cpus }: { place: Place; plan: EdgePlan; cpus: number[] | null },
): Promise<number> {
  const { scenario, wire } = termsOf(contender, plan)
  const ring = requestsFor({ scenario, protocol: plan }, { manifest: { wire } }, { validOnly: true })
  const { javascript, others } = await withBundle(contender, place, plan, async (launch) =>
    counter.fromStart(launch, cpus, await freePort(), async (process) => {
      await firstRightResponse(process, { ring, first: 0, limit: EMULATED_LIMIT, polling: false })
    }),
  )
  return javascript + others
}

async function sizesOf(contender: Contender, place: Place): Promise<Edge['bundle']> {
  try {
    const code = await bundled(contender, place, { minify: true })
    return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
  } catch {
    // Its failure is stored as that of the place.
    return null
  }
}

async function observed(contender: Contender, place: Place, plan: EdgePlan): Promise<Ran & Named> {
  try {
    await withBundle(contender, place, plan, (launch) =>
      whileItRuns(launch, async (process) => {
        const [failure] = await checkContract(process.port, { ...termsOf(contender, plan), output: process.output })
        if (!failure) return
        const reason = describeFailure(failure)
        if (failure.answered) throw new Error(reason)
        await Promise.race([process.exited, sleep(PATIENCE)]).catch(() => {})
        throw new Error(process.output.says(NO_CODE) ? NO_CODE.source : process.withOutput(reason))
      }),
    )
    const countFunctions = ({ port }: ServerProcess) =>
      checkContractBriefly(port, termsOf(contender, plan))
        .then(() => fetch(`http://${HOST}:${port}/generated`))
        .then((response) => response.json() as Promise<Counts>)
    const counts = { counts: true }
    const own = await withBundle(contender, place, plan, (launch) => whileItRuns(launch, countFunctions), counts)
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

async function whileItRuns<T>(launch: Launch, use: (process: ServerProcess) => Promise<T>): Promise<T> {
  const process = await ServerProcess.start(launch, null)
  try {
    return await use(process)
  } finally {
    await process.stop()
  }
}

async function withBundle<T>(
  contender: Contender,
  place: Place,
  { workerd }: EdgePlan,
  use: (launch: Launch) => Promise<T>,
  options = {},
): Promise<T> {
  const directory = makeScratch('bench-edge-')
  try {
    writeFileSync(join(directory, BUNDLE), await bundled(contender, place, options))
    return await use(launchOf(place, directory, contender, workerd))
  } finally {
    removeScratch(directory)
  }
}
