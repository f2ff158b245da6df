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
import { makeScratch, removeScratch } from '../../host/scratch.ts'
import { HOST, type Launch, ServerProcess } from '../../host/server-process.ts'
import type { Server } from '../../host/servers.ts'
import { EAGER_COMPILERS, withEagerCompilers } from '../../variants/runtime.ts'
import { checkContract, checkContractBriefly } from '../../verify/contract.ts'
import { describeFailure } from '../../verify/exchange.ts'
import { contractTerms, EXIT_NOTICE } from '../../verify/verify.ts'
import { bundled, type Source, type Target } from './bundle.ts'
import { type CountPlan, countRequests, countStart } from './count.ts'
import { COUNTS, type Counts } from './counts.ts'
import { type Flags, nodeLaunch, type Workerd, workerdLaunch } from './platform.ts'

/** A server whose entry is a worker, or the steps of a library. */
export type Contender = Server & Source

type LaunchIn = (directory: string) => Launch

export interface EdgePlan {
  workerd: Workerd
  seed: number
  /** Null where nothing is counted. */
  counter: Counter | null
}

interface Observed {
  ran: Ran
  named?: Counts['named']
}

/** @throws if it violates the contract on Node: then it is no fault of Workers */
export async function edgeOf(
  contender: Contender,
  { workerd, seed, counter }: EdgePlan,
  cpus: number[] | null = null,
): Promise<Edge & Pick<Observed, 'named'>> {
  const { runtime } = contender
  const { ran: node, named } = await observed(contender, 'node', seed, (directory) => nodeLaunch(runtime, directory))
  if (node.failure !== null) throw new Error(`on Node: ${node.failure}`)
  const underWorkerd =
    (target: Target, flags: Partial<Flags> = {}): LaunchIn =>
    (directory) =>
      workerdLaunch(workerd, directory, { nodejsCompat: target !== 'workers', evalAtStartup: true, ...flags })
  const observe = async (target: Target) => ({
    target,
    workers: (await observed(contender, target, seed, underWorkerd(target))).ran,
    strict: (await observed(contender, target, seed, underWorkerd(target, { evalAtStartup: false }))).ran,
  })
  let best = await observe('workers')
  if (best.workers.failure !== null && best.strict.failure !== null) best = await observe('workers with nodejs_compat')
  const { target, workers, strict } = best
  const countAll = async (counter: Counter) => {
    const plan: CountPlan = { counter, wire: termsFor(contender, seed).wire, seed, cpus }
    const [own, onNode] = [await bundled(contender, target), await bundled(contender, 'node')]
    const launchIn = underWorkerd(target, { v8Flags: EAGER_COMPILERS })
    return {
      start: await inDirectory(own.code, (directory) => countStart(underWorkerd(target)(directory), plan)),
      workers: await inDirectory(own.code, (directory) => countRequests(launchIn(directory), plan)),
      node: await inDirectory(onNode.code, (directory) =>
        countRequests(nodeLaunch(withEagerCompilers(runtime), directory), plan),
      ),
    }
  }
  return {
    ...{ node, workers, strict, nodejsCompat: target !== 'workers', ...(named && { named }) },
    bundle: await sizesOf(contender, target),
    instructions: counter && workers.failure === null ? await countAll(counter) : null,
  }
}

async function sizesOf(contender: Contender, target: Target): Promise<Edge['bundle']> {
  try {
    const { code, builtins } = await bundled(contender, target, { minify: true })
    return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length, builtins }
  } catch {
    // Its failure is stored as that of the platform.
    return null
  }
}

async function observed(contender: Contender, target: Target, seed: number, launchIn: LaunchIn): Promise<Observed> {
  const termsOf = ({ output }: ServerProcess) => ({ ...termsFor(contender, seed), output })
  try {
    const { code } = await bundled(contender, target)
    await whileItRuns(code, launchIn, async (process) => {
      const [failure] = await checkContract(process.port, termsOf(process))
      if (!failure) return
      const reason = describeFailure(failure)
      if (failure.answered) throw new Error(reason)
      await Promise.race([process.exited, sleep(EXIT_NOTICE)]).catch(() => {})
      throw new Error(process.withOutput(reason))
    })
    const counting = await bundled(contender, target, { counts: true })
    const { functions, named } = await whileItRuns(counting.code, launchIn, async (process) => {
      await checkContractBriefly(process.port, termsOf(process))
      const response = await fetch(`http://${HOST}:${process.port}${COUNTS}`)
      return (await response.json()) as Counts
    })
    return { ran: { failure: null, functions }, ...(named && { named }) }
  } catch (error) {
    return { ran: { failure: errorIn(messageOf(error)), functions: null } }
  }
}

function termsFor(contender: Contender, seed: number) {
  const terms = contractTerms(contender, updateUser, seed)
  return contender.kind === 'library' ? { ...terms, wire: 'plain' as const } : terms
}

/** The JavaScript error in a message, if there is one. */
function errorIn(message: string): string {
  return oneLine(/\b(?:[A-Z]\w*)?Error: .*/.exec(message)?.[0] ?? message)
}

async function whileItRuns<T>(
  code: Uint8Array,
  launchIn: LaunchIn,
  use: (process: ServerProcess) => Promise<T>,
): Promise<T> {
  return inDirectory(code, async (directory) => {
    const process = await ServerProcess.start(launchIn(directory), null)
    try {
      return await use(process)
    } finally {
      await process.stop()
    }
  })
}

async function inDirectory<T>(code: Uint8Array, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = makeScratch('bench-edge-')
  try {
    writeFileSync(join(directory, 'worker.mjs'), code)
    return await use(directory)
  } finally {
    removeScratch(directory)
  }
}
