/**
 * Counts servers beside variants of themselves, such as without a work-around. A variant is a small server of `update-user` in a
 * file of a folder of its server.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import type { Contents } from '../../shared/probe/probe.ts'
import { fixedSeed, processes, quick } from '../cli/options.ts'
import { QUICK_VARIANTS, VARIANTS } from '../counters/amounts.ts'
import { countProcess, javascriptOf } from '../counters/count-process.ts'
import type { Counter } from '../counters/counter.ts'
import { requestsFor } from '../counters/requests.ts'
import { buildServer } from '../folders/build.ts'
import type { Server } from '../folders/servers.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { forCounting } from '../machine/v8-flags.ts'
import { explainingLine } from '../processes/programs.ts'
import { runProgram } from '../processes/run-program.ts'
import { assertContract } from '../verify/contract.ts'
import { contractTerms } from '../verify/verify.ts'
import type { Common, Turn } from './probe.ts'
import type { Subject } from './subjects.ts'

const PINNED_TICK_MAP = new URL('pinned-tick-map.mjs', import.meta.url).href

const amountsFor = (quick: boolean) => (quick ? QUICK_VARIANTS : VARIANTS)

export const countingOptions = { processes: processes(5, 1), seed: fixedSeed, quick }

export const countingProtocol = (
  { quick }: { quick: boolean },
  { counter }: { counter: Counter | null },
): Contents['protocol'] => ({ ...amountsFor(quick), counter: counter?.version ?? null })

export const countingOpening = ({ processes }: { processes: number }) =>
  `${plural(processes, 'process', 'processes')} of each, and of each variant`

/** A server, or a variant of it. */
export interface Variant extends Subject {
  /** Folder of variants that has to be compiled, or null. */
  compiles: string | null
  /** Whether the server has a variant to be compared with. */
  counted: boolean
}

/**
 * Returns a server with its variants as parts of it.
 * @param folder in the server's folder
 * @param files by part; one that does not exist is not counted
 */
export function withVariants(
  server: Subject,
  folder: string,
  files: readonly (readonly [part: string, file: string])[],
): Variant[] {
  const directory = join(server.directory, folder)
  const exists = (file: string) => existsSync(join(directory, file))
  const entryOf = (file: string) =>
    server.builds
      ? join(server.directory, 'dist', folder, file.replace(/\.ts$/, '.js'))
      : join(directory, file)
  const counted = files.some(([, file]) => exists(file))
  return [
    { ...server, part: '', compiles: null, counted },
    ...files.map(([part, file]) => ({
      ...server,
      part,
      entry: entryOf(file),
      compiles: server.builds && counted ? directory : null,
      builds: false,
      counted: exists(file),
    })),
  ]
}

type CountingTurn = Omit<Turn<Pick<Common, 'seed' | 'quick'>, object, unknown>, 'once' | 'shared'>

/** Builds a server, or compiles the folder of a variant. @throws with the compiler's first line */
export async function buildVariant({ compiles, ...server }: Variant): Promise<void> {
  if (compiles === null) return buildServer(server)
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout, stderr } = await runProgram(server.runtime.executable, [
    tsc,
    '-p',
    compiles,
  ])
  if (status !== 0)
    throw new Error(
      `${compiles} could not be built: ${explainingLine(stdout || stderr) ?? 'without a word'}`,
    )
}

/** Checks that a variant keeps its contract. @throws with the first failure */
export function checkVariant(
  variant: Subject,
  { scenario, values: { seed = 1 } }: Pick<CountingTurn, 'scenario' | 'values'>,
): Promise<void> {
  return assertContract(variant, contractTerms(variant, scenario, seed))
}

/**
 * Returns instructions per request of a fresh process under valid requests.
 * @param youngGeneration MB of a semi-space of V8
 */
export async function countVariant(
  variant: Server,
  counter: Counter,
  { round, cpus, scenario, values: { seed = 1, quick = false } }: CountingTurn,
  youngGeneration?: number,
): Promise<number> {
  const protocol = amountsFor(quick)
  // Invalid requests would discard optimized code now and then.
  const ring = () => requestsFor({ scenario, protocol: { seed } }, variant, { validOnly: true })
  const runtime = forCounting(withPinnedTicks(variant.runtime), round, youngGeneration)
  return javascriptOf(
    await countProcess({ counter, protocol, ring }, { ...variant, runtime }, cpus),
  )
}

/** The same runtime with the nextTick map pinned, so that ticks cost the same in every variant: of Node alone. */
function withPinnedTicks(runtime: Runtime): Runtime {
  return runtime.name === 'node'
    ? { ...runtime, args: [...runtime.args, '--import', PINNED_TICK_MAP] }
    : runtime
}
