/** Measures all libraries: checks each, times fresh processes, then counts others, in random order. */
import { basename } from 'node:path'
import type { MeasuredLibrary, OperationId } from '../../../charts/instruments/validators/format.ts'
import { createRandom } from '../../../shared/basics/random.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Counter } from '../../counters/counter.ts'
import { codeDigest } from '../../host/code-digest.ts'
import { deviationsFor } from '../../host/concerns.ts'
import type { Server } from '../../host/servers.ts'
import { type MeasuredServer, measureProcesses } from '../processes.ts'
import type { CountedAmounts } from './count-operation.ts'
import { makePool } from './inputs.ts'
import { type Checked, checkedProcess, countedProcess, timedProcess } from './processes.ts'

export interface ValidatorsPlan {
  /** Folders with steps, each on each runtime. */
  libraries: readonly Server[]
  /** Fresh processes of each library to time, and as many to count. */
  processes: number
  /** Maximum seconds of calls per operation and process, and of warm-up before any is timed. */
  seconds: number
  /** Null to count no instructions. */
  counting: { counter: Pick<Counter, 'start'>; amounts: CountedAmounts; lanes: readonly (number[] | null)[] } | null
  seed: number
  /** CPUs of timed processes; null without pinning. */
  cpus: number[] | null
}

/** Measures all libraries. One that fails is disqualified; the others continue. */
export async function measureLibraries(plan: ValidatorsPlan): Promise<MeasuredLibrary[]> {
  const { libraries, processes, counting, seed, cpus, seconds } = plan
  const pool = makePool(seed)
  const checks = await measureProcesses({
    ...{ servers: libraries, processes: 1, lanes: [cpus], seed },
    // All libraries get the same inputs.
    measure: (library) =>
      checkedProcess(library, pool, createRandom(seed), deviationsFor(library.manifest, updateUser), cpus),
    line: ({ checked }) => `${grouped(checked)} inputs checked`,
  })
  const operations = new Map(checks.map(({ server, processes: [checked] }) => [server, checked?.operations ?? []]))
  const inOrder = (library: Server, round: number) => createRandom(seed + round).shuffle(operations.get(library) ?? [])
  const timed = await measureProcesses({
    ...{ servers: passed(checks), processes, lanes: [cpus], seed },
    measure: (library, round) => timedProcess(library, pool, inOrder(library, round), seconds, cpus),
    line: ({ nanoseconds, loop }) => figuresLine(nanoseconds, (time) => `${grouped(time - loop)} ns`),
  })
  const counted = counting
    ? await measureProcesses({
        ...{ servers: passed(timed), processes, lanes: counting.lanes, seed },
        measure: (library, round, lane) =>
          countedProcess(library, pool, inOrder(library, round), { ...counting, cpus: lane }),
        line: (calls) => figuresLine(calls, ({ instructions }) => `${grouped(instructions)} instructions`),
      })
    : []
  return checks.map((check) => {
    const own = <T>(all: readonly MeasuredServer<T>[]) => all.find(({ server }) => server === check.server)
    const [times, counts] = [own(timed), own(counted)]
    return {
      ...libraryOf(check),
      timed: times?.processes ?? [],
      counted: counts?.processes ?? [],
      refusal: check.refusal ?? times?.refusal ?? counts?.refusal ?? null,
    }
  })
}

function passed(all: readonly MeasuredServer<unknown>[]): Server[] {
  return all.flatMap(({ server, refusal }) => (refusal === null ? [server] : []))
}

function figuresLine<T>(figures: Partial<Record<OperationId, T>>, text: (figure: T) => string): string {
  return Object.entries(figures)
    .map(([operation, figure]) => `${operation} ${text(figure)}`)
    .join(', ')
}

function libraryOf({ server, processes: [checked], ...identity }: MeasuredServer<Checked>) {
  const { manifest, packages, version, directory } = server
  const name = basename(directory)
  return {
    ...identity,
    name,
    displayName: checked?.library ?? manifest.validation.library ?? manifest.name ?? name,
    version: checked ? (packages[checked.package ?? ''] ?? null) : version,
    validation: manifest.validation,
    code: codeDigest(server),
    operations: checked?.operations ?? [],
    checked: checked?.checked ?? 0,
    ...(checked?.accepts !== undefined && { accepts: checked.accepts }),
    deviations: checked?.deviations ?? [],
  }
}
