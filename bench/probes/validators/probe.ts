import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join, parse } from 'node:path'
import { createRandom } from '../../../shared/basics/random.ts'
import { plural } from '../../../shared/basics/text.ts'
import { RUNTIMES } from '../../../shared/format/disclosure.ts'
import { PARTS } from '../../../shared/probes/validators/construction.ts'
import { validators } from '../../../shared/probes/validators.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { value } from '../../cli/command.ts'
import {
  assertMeasured,
  counts,
  fixedSeed,
  processes,
  quick,
  seconds,
  times,
} from '../../cli/options.ts'
import { onRuntimes, serverOptions } from '../../cli/server-options.ts'
import { lanesFor } from '../../counters/lanes.ts'
import { deviationsFor } from '../../folders/manifest-scope.ts'
import { HEAP, STEPS, scenarioSource } from '../../folders/servers.ts'
import { findRuntime } from '../../machine/runtimes.ts'
import { canBeEager } from '../../machine/v8-flags.ts'
import { type Figures, measuring } from '../../measure/probe.ts'
import { foldersWithFiles, type Subject } from '../../measure/subjects.ts'
import { checkLibrary } from './check.ts'
import { makePool, type Pool, TEXTS } from './inputs.ts'
import {
  countCalls,
  countSchema,
  EAGER_AMOUNTS,
  idOf,
  type SendCommand,
  withProcess,
} from './library.ts'

/**
 * Inputs per batch, made before the clock starts: few enough to fit easily into the young generation, and enough that the
 * clock's resolution is below 0.1% of the shortest batch.
 */
const BATCH = 1_024
/** Maximum batches: making an input takes longer than most calls, so a limit in seconds of calls could take minutes. */
const BATCHES = { timed: 200, warmUp: 100 }

const file = findPackageJSON('mitata', import.meta.url)
/** The timing library, with its version. */
const TOOL = `mitata ${file ? JSON.parse(readFileSync(file, 'utf8')).version : ''}`.trim()

export default measuring({
  probe: validators,
  description:
    'time and instructions of validation libraries without HTTP, with the model of update-user',
  // What Fastify compiles for a route is also a serializer.
  subjects: foldersWithFiles(
    { '': STEPS, schema: HEAP },
    (folder, kind) =>
      folder.manifest.runtime === 'node' &&
      (kind === '' || (isLibrary(folder) && scenarioSource(folder, STEPS) !== undefined)),
  ),
  compared: [''],
  options: {
    processes: processes(5, 1),
    seconds: value(
      '<s>',
      'seconds of calls per operation and process, and of warm-up before any is timed',
      seconds,
      { standard: 0.2, quick: 0.02 },
    ),
    counts,
    times,
    seed: fixedSeed,
    quick,
    runtime: serverOptions.runtime,
  },
  async prepare({ counts, times }, { pinning, version }) {
    assertMeasured({ counts, times })
    return times ? { version: TOOL } : { version, ...lanesFor(pinning) }
  },
  expand(library, { runtime }, { counter }) {
    if (library.kind === 'schema')
      return counter ? PARTS.map(({ part }) => ({ ...library, part })) : []
    const libraries = onRuntimes([library], runtime ?? installed())
    return libraries.flatMap(({ runtime, otherNode }) => {
      const onRuntime = { ...library, runtime, otherNode }
      return runtime === library.runtime ? [onRuntime, ...withOptions(onRuntime)] : [onRuntime]
    })
  },
  protocol: ({ seconds, times }, { counter }) => ({
    ...(times && {
      seconds,
      batches: BATCHES.timed,
      warmUpBatches: BATCHES.warmUp,
      batch: BATCH,
      tool: TOOL,
    }),
    texts: TEXTS,
    counter: counter?.version ?? null,
    calls: counter && EAGER_AMOUNTS.calls,
  }),
  opening: ({ processes }) =>
    `${plural(processes, 'process', 'processes')} of each on each runtime`,
  async measure(library, { round, cpus, once, values: options, tools: { counter } }) {
    const { seconds, seed = 1, times = true } = options
    const pool = makePool(seed)
    if (library.kind === 'schema') {
      // It takes long.
      if (!counter || round > 1) return null
      const generatesCode = library.part === PARTS[0].part
      return countSchema(library, pool, { counter, cpus, seed: round, generatesCode })
    }
    const checked = await once(() => checkOf(library, { pool, seed, cpus }))
    const operations = orderOf(checked.operations, seed + round, options.repeatably)
    const load = { file: library.entry, pool }
    const values: Figures['values'] = {}
    if (times)
      await withProcess(library, cpus, async (send) => {
        const { importMilliseconds, firstCallMicroseconds } = await send('load', load)
        values.import = importMilliseconds
        values.first = firstCallMicroseconds
        const warmUp = { seconds, batches: BATCHES.warmUp, batch: BATCH }
        const timed = { ...warmUp, batches: BATCHES.timed }
        const times = await send('time', { names: ['', ...operations], warmUp, timed })
        for (const operation of operations)
          values[`${operation}_ns`] = Number(times[operation]) - Number(times[''])
      })
    if (counter) {
      const loaded = (send: SendCommand) => send('load', load).then(() => operations)
      const counted = await countCalls(library, {
        counter,
        cpus,
        seed: round,
        // Other versions of Node are counted as Bun and Deno are.
        eager: library.runtime.label === 'node' && canBeEager(library.runtime),
        load: loaded,
      })
      for (const [operation, { instructions, lesser, settled }] of Object.entries(counted)) {
        values[idOf(operation)] = options.repeatably ? lesser : instructions
        values[`${operation}_settled`] = Number(settled)
      }
    }
    const facts = round === 1 ? checked.facts : {}
    return { library: checked.library, values: { ...values, ...facts } }
  },
})

/**
 * Returns the order of a library's operations in a process. What V8 compiles for one depends on those before it, by up to half of its
 * instructions, so that two versions have them in the same order in every process.
 */
export function orderOf(
  operations: readonly string[],
  seed: number,
  repeatably = false,
): readonly string[] {
  return repeatably ? operations : createRandom(seed).shuffle(operations)
}

const isLibrary = ({ manifest }: Pick<Subject, 'manifest'>) => manifest.validation.by === 'library'

/** Returns a library with each of the other documented options that its folder has steps for. */
function withOptions(library: Subject): Subject[] {
  const directory = join(library.directory, STEPS)
  const files = existsSync(directory) ? readdirSync(directory).sort() : []
  return files.map((file) => {
    const path = join(directory, file)
    return { ...library, part: parse(file).name, builds: false, source: path, entry: path }
  })
}

const installed = () =>
  RUNTIMES.filter((name) => findRuntime(name)).map((name) => ({
    text: name,
    name,
    major: undefined,
  }))

interface Checked extends Required<Pick<Figures, 'library'>> {
  operations: readonly string[]
  /** Facts for the page. */
  facts: Figures['values']
}

/** Checks a library in a process of its own. @throws with the first violated case */
function checkOf(
  library: Subject,
  { pool, seed, cpus }: { pool: Pool; seed: number; cpus: number[] | null },
): Promise<Checked> {
  const { manifest, entry } = library
  return withProcess(library, cpus, async (send) => {
    const loaded = await send('load', { file: entry, pool })
    const known = deviationsFor(manifest, updateUser)
    const { accepts, deviations } = await checkLibrary(createRandom(seed), known, (text) =>
      send('observe', { text }),
    )
    const { how, by } = manifest.validation
    return {
      ...loaded,
      facts: {
        how,
        by,
        ...(accepts !== undefined && { accepts }),
        ...(deviations.length > 0 && { deviations: deviations.join('; ') }),
      },
    }
  })
}
