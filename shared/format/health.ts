/**
 * Judges a machine by a short load of a light and of a heavy server before a run. Starved memory or caches raise the ratio of their
 * user times: of the same code, hapi took 7.0 times http-node's on such a machine (6.9 to 8.4 by round), and 4.7 times on another
 * (4.1 to 5.4). A machine that is merely slower, or adds time to each request, does not raise it. Where both servers are starved
 * alike, only the light one's time shows it: on such a virtual machine it was seven times the usual one.
 */
import { median } from 'simple-statistics'
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { type Environment, nonNegative } from './fields.ts'
import { readJson } from './stored-files.ts'

/** Largest ratio of user times of a healthy machine, over the expected one: the geometric mean of 5.4 and 6.9, over 4.7. */
const LARGEST_RATIO = 1.3
/** Largest user time per request of the light server, over the expected one; stored machines differ by a factor below 2. */
const LARGEST_SLOWDOWN = 3
/** Largest loss, in percent of the pinned CPUs' time. Stored runs lost 0.1 to 1.1%. */
const LARGEST_LOSS = 5

const CheckedServer = z.strictObject({
  name: z.string(),
  version: z
    .string()
    .nullable()
    .describe('installed version of the package that the manifest names'),
  microseconds: nonNegative.describe('per request, under full load'),
  userMicroseconds: z.number().positive().describe('CPU time per request in user space'),
})

const Checked = z.strictObject({
  runtime: z.string().describe('of both servers, with its version'),
  light: CheckedServer,
  heavy: CheckedServer,
  lostPercent: nonNegative
    .nullable()
    .describe(
      'of the pinned CPUs’ time, to the hypervisor and other processes; null where the system does not report it',
    ),
})

export const Health = Checked.extend({
  healthy: z.boolean().nullable().describe('null: nothing is stored to judge it by'),
  reasons: z.array(z.string()).describe('why the machine is unhealthy, each in one line'),
  expectedRatio: z
    .number()
    .positive()
    .nullable()
    .describe('stored: user time per request of the heavy server over the light one’s'),
})

export type Checked = z.infer<typeof Checked>
export type Health = z.infer<typeof Health>

/** User time per request of the heavy server over the light one's. */
function userRatio({ light, heavy }: Pick<Checked, 'light' | 'heavy'>): number {
  return heavy.userMicroseconds / light.userMicroseconds
}

/** @param expected what healthy machines have; null where none is stored */
export function judgeHealth(checked: Checked, expected: Expected | null): Health {
  const { light, heavy, lostPercent } = checked
  const ratio = userRatio(checked)
  const expectedRatio = expected?.ratio ?? null
  const slowdown = expected === null ? 1 : light.userMicroseconds / expected.lightUserMicroseconds
  const reasons: string[] = []
  if (expectedRatio !== null && ratio > LARGEST_RATIO * expectedRatio)
    reasons.push(
      `${heavy.name} takes ${ratio.toFixed(1)} times the user time of ${light.name}, and ${expectedRatio.toFixed(1)} times on other machines: its memory or caches are short`,
    )
  if (slowdown > LARGEST_SLOWDOWN)
    reasons.push(
      `${light.name} takes ${slowdown.toFixed(1)} times the reference user time per request`,
    )
  if (lostPercent !== null && lostPercent > LARGEST_LOSS)
    reasons.push(
      `other processes and the hypervisor took ${lostPercent.toFixed(0)}% of its CPUs’ time`,
    )
  const healthy = reasons.length > 0 ? false : expectedRatio === null ? null : true
  return { ...checked, healthy, reasons, expectedRatio }
}

/** In one line. */
export function healthText(health: Health): string {
  const { light, heavy, lostPercent, healthy, reasons, expectedRatio } = health
  if (healthy === false) return `unhealthy machine: ${reasons.join('; ')}`
  const ratio = `${heavy.name} takes ${userRatio(health).toFixed(1)} times the user time of ${light.name}`
  const stored =
    expectedRatio === null
      ? 'nothing stored to judge it by'
      : `${expectedRatio.toFixed(1)} on other machines`
  return `${healthy ? 'healthy machine' : 'machine'}: ${ratio}, ${stored}${lostPercent === null ? '' : `; ${lostPercent.toFixed(1)}% of its CPUs’ time lost`}`
}

/** Returns the worse of two checks, before a run and at its end: a run is as healthy as its least healthy part. */
export function worseHealth(first: Health | null, second: Health | null): Health | null {
  return second === null || first?.healthy === false ? first : second
}

/** From the repository's root; generated from the published runs. */
export const HEALTH_FILE = 'results/health.json'

const Machine = z.strictObject({
  boot: z.string().nullable().describe('identifies the machine; null if unknown'),
  kind: z.string().describe('CPU model'),
  ratio: z
    .number()
    .positive()
    .describe('user time per request of the heavy server over the light one’s'),
  lightUserMicroseconds: z.number().positive().describe('per request'),
})
const MachinesFile = z.record(z.string(), z.array(Machine))

/** Medians over healthy machines. */
export type Expected = Omit<z.infer<typeof Machine>, 'boot' | 'kind'>

/** Stored checks are for a runtime's major version and the heavy server's package. */
function keyOf({ runtime, heavy }: Pick<Checked, 'runtime' | 'heavy'>): string {
  return `${runtime.replace(/\..*/, '')}, ${heavy.name} ${heavy.version ?? 'of no version'}`
}

interface CheckedRun {
  health: Health | null
  environment: Pick<Environment, 'boot' | 'cpuModel'>
}

/** The contents of `results/health.json`: each machine's median over its runs, without the runs that were found unhealthy. */
export function healthFile(results: readonly CheckedRun[]): string {
  const checks = results.flatMap(({ health, environment: { boot, cpuModel: kind } }) =>
    health && health.healthy !== false ? [{ health, boot, kind }] : [],
  )
  const file: z.infer<typeof MachinesFile> = {}
  for (const [key, same] of Map.groupBy(checks, ({ health }) => keyOf(health))) {
    const machines = Map.groupBy(same, ({ boot, health }) => boot ?? health)
    file[key] = [...machines.values()].map((runs) => {
      const typical = (value: (health: Health) => number) =>
        Number(median(runs.map(({ health }) => value(health))).toPrecision(4))
      return {
        boot: runs[0]?.boot ?? null,
        kind: runs[0]?.kind ?? '',
        ratio: typical(userRatio),
        lightUserMicroseconds: typical(({ light }) => light.userMicroseconds),
      }
    })
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Returns what other machines showed in such a check, those of the same kind if there are any; null if no other is stored.
 * @param environment of the machine to judge, whose own runs do not count
 */
export function expectedOf(
  checked: Pick<Checked, 'runtime' | 'heavy'>,
  { boot, cpuModel }: CheckedRun['environment'],
  root = ROOT,
): Expected | null {
  const machines = readJson(HEALTH_FILE, MachinesFile, root)?.[keyOf(checked)] ?? []
  const otherMachines = machines.filter((machine) => boot === null || machine.boot !== boot)
  if (otherMachines.length === 0) return null
  const peers = otherMachines.filter(({ kind }) => kind === cpuModel)
  const compared = peers.length > 0 ? peers : otherMachines
  return {
    ratio: median(compared.map(({ ratio }) => ratio)),
    lightUserMicroseconds: median(compared.map((machine) => machine.lightUserMicroseconds)),
  }
}
