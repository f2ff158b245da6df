/** What is known of a load generator on a machine: where it becomes the limit itself. `calibrate.ts` finds it out. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'

/** A machine's calibrations: no part of the repository, since results carry a copy of the one that they used. */
const CALIBRATIONS = join(ROOT, 'results/calibration')

/** Share of the busiest moment's CPU time that a server must use to count as kept busy. */
export const BUSY = 0.97

export const CALIBRATION_VERSION = 1
const count = z.int().nonnegative()
const nonNegative = z.number().nonnegative()
const positive = z.number().positive()
const cpus = z.array(count).nullable()

/** All that a calibration depends on: it is good for the same of all, and for nothing else. */
const Subject = z.strictObject({
  cpuModel: z.string(),
  cpuCount: count,
  serverCpus: cpus,
  generatorCpus: cpus,
  node: z.string(),
  generator: z.string(),
  generatorVersion: z.string(),
  scenario: z.string().describe('whose requests and answers the generator handled'),
  connections: count.min(1),
  pipelining: count.min(1),
  polling: z.boolean().default(false).describe('whether the generator never slept'),
})

const LoadShares = z.strictObject({
  requestsPerSecond: nonNegative,
  generatorCpuPercent: nonNegative.describe('of one CPU'),
  eventLoopPercent: nonNegative.nullable().describe('of the generator; null where it has none of Node’s'),
  serverCpuPercent: nonNegative.describe('of one CPU'),
})

const Point = LoadShares.extend({
  offered: positive
    .nullable()
    .describe(
      'requests/s that the server could answer: its rate over its share of a CPU (where addedMicroseconds is null, what it was assumed to); null where it does no work',
    ),
  addedMicroseconds: nonNegative
    .nullable()
    .default(null)
    .describe('work a request that the server was told to do besides; null where it does none, or it was not noted'),
})

export const Calibration = z.strictObject({
  schemaVersion: z.literal(CALIBRATION_VERSION),
  madeAt: z.iso.datetime(),
  subject: Subject,
  ceiling: z.strictObject({
    requestsPerSecond: positive.describe('highest rate that the generator reached'),
    reached: z.boolean().describe('false where the server that does nothing was the limit: the ceiling is higher'),
  }),
  kneeCpuPercent: nonNegative.describe(
    'CPU share of the generator, or where it never sleeps share of its time with something to read, at which it stops keeping up; where it always kept up, the highest that was seen',
  ),
  points: z.array(Point).describe('rising load'),
  server: LoadShares.extend({ name: z.string() }).nullable().describe('a fast server of the suite under the same load'),
})

export type Calibration = z.infer<typeof Calibration>
export type CalibrationPoint = z.infer<typeof Point>
type Subject = z.infer<typeof Subject>
export type LoadShares = z.infer<typeof LoadShares>

interface Machine {
  cpuModel: string
  cpuCount: number
  pinning: { server: number[] | null; generator: number[] | null }
  generatorVersion: string
}

export interface CalibratedProtocol {
  generator: string
  connections: number
  pipelining: number
  polling: boolean
}

export function subjectOf(machine: Machine, protocol: CalibratedProtocol, scenario: string): Subject {
  const { cpuModel, cpuCount, pinning, generatorVersion } = machine
  const { generator, connections, pipelining, polling } = protocol
  const node = process.versions.node
  const hardware = { cpuModel, cpuCount, serverCpus: pinning.server, generatorCpus: pinning.generator, node }
  return { ...hardware, generator, generatorVersion, scenario, connections, pipelining, polling }
}

/** Named after what it holds, to be found by a reader, and by a hash of all of that. */
function pathOf(subject: Subject, directory: string): string {
  const { generator, scenario, connections, pipelining } = subject
  const hash = createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 12)
  return join(directory, `${generator}-${scenario}-c${connections}-p${pipelining}-${hash}.json`)
}

/** @returns where it was written */
export function writeCalibration(calibration: Calibration, directory = CALIBRATIONS): string {
  const valid = Calibration.parse(calibration)
  const path = pathOf(valid.subject, directory)
  writeFileAtomically(path, `${stringify(valid, { maxLength: 160 })}\n`)
  return path
}

/** The calibration that is good for such a run, if there is one. */
export function readCalibration(
  machine: Machine,
  protocol: CalibratedProtocol,
  scenario: string,
  directory = CALIBRATIONS,
): Calibration | null {
  const subject = subjectOf(machine, protocol, scenario)
  const path = pathOf(subject, directory)
  if (!existsSync(path)) return null
  try {
    const calibration = Calibration.parse(JSON.parse(readFileSync(path, 'utf8')))
    if (JSON.stringify(calibration.subject) !== JSON.stringify(subject)) throw new Error('it is of another subject')
    return calibration
  } catch (error) {
    throw new UsageError(`${path} is not a valid calibration: calibrate again, or delete it: ${messageOf(error)}`)
  }
}
