/** The metrics that two versions can be compared by: requests/s, growth, and those of probes that have a threshold. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InvalidArgumentError } from 'commander'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { PROBES } from '../../shared/probes/probes.ts'
import type { ChangedFigure, ComparedMetric } from '../../shared/probes/versions-file.ts'
import { nameList } from '../cli/options.ts'
import { say } from '../terminal/output.ts'
import { casesMetric } from './cases.ts'
import { changedFunctions } from './changed-functions.ts'
import { growth } from './growth.ts'
import { type Limits, limitOf, limitsOf } from './limits.ts'
import { type Metric, type MetricPlan, metricOf, type Row } from './metric.ts'
import { requests } from './requests.ts'

const FOLDER = join(ROOT, 'bench/probes')
/** Probes with a metric that is compared. */
const PROBE_NAMES = PROBES.filter(({ metrics }) =>
  metrics.some(({ threshold }) => threshold !== undefined),
).map(({ name }) => name)
const CASES = 'cases'
/** Metrics that are no probe's. */
const OTHER_METRICS: Readonly<Record<string, Metric>> = { growth, requests }

export const METRICS: readonly string[] = [...PROBE_NAMES, ...Object.keys(OTHER_METRICS)]

/** Parses names of metrics, separated by commas. */
export function metricNames(text: string): string[] {
  const chosen = nameList(text)
  const unknown = chosen.find((name) => !METRICS.includes(name))
  if (unknown === undefined) return [...new Set(chosen)]
  throw new InvalidArgumentError(`${unknown} is none of ${METRICS.join(', ')}.`)
}

/** Parses limits of these metrics, and of `--cases`. */
export const parseLimits = (text: string) => limitsOf(text, [...METRICS, CASES])

export type NamedMetric = Metric & { name: string }

export async function loadMetric(name: string): Promise<NamedMetric> {
  const other = OTHER_METRICS[name]
  if (other) return { name, ...other }
  const probe = await import(pathToFileURL(join(FOLDER, name, 'probe.ts')).href)
  return { name, ...metricOf(probe.default) }
}

/** @param files modules of the user's own, whose functions are measured */
export const loadCases = (files: readonly string[]): NamedMetric => ({
  name: CASES,
  ...casesMetric(files),
})

/** Returns the metric of a file's figures. @throws if there is none of that name */
export async function loadCompared(name: string): Promise<NamedMetric> {
  if (name === CASES) return loadCases([])
  if (METRICS.includes(name)) return loadMetric(name)
  throw new Error(`no metric is named ${name}`)
}

/** A metric as it is compared, and its figures. */
export interface Measured {
  name: string
  compared: ComparedMetric
  rows: readonly Row[]
  caveats: readonly string[]
  functions: readonly ChangedFigure[]
}

/** Returns how figures of a metric are compared, without the method that they come from. */
export function comparedBy(metric: NamedMetric, failBelow: Limits): Omit<ComparedMetric, 'how'> {
  return {
    threshold: limitOf(failBelow, metric.name) ?? metric.threshold,
    repeated: metric.paired ? 'rounds' : metric.exact ? 'exact' : 'processes',
    better: metric.paired ? 'higher' : 'lower',
    worse: metric.larger,
  }
}

/**
 * Measures both sides by each metric. One that cannot be measured does not affect the others.
 * @param report called with each metric's figures as soon as they are known
 */
export async function measureMetrics(
  metrics: readonly NamedMetric[],
  plan: MetricPlan,
  failBelow: Limits = {},
  report: (measured: Measured) => void = () => {},
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const metric of metrics) {
    const { name } = metric
    const compared = { ...comparedBy(metric, failBelow), how: '' }
    try {
      const { how, rows, caveats = [] } = await metric.measure(plan)
      const figures = { name, compared: { ...compared, how }, rows, caveats, functions: [] }
      report(figures)
      const where = await changedFunctions(metric, plan, rows, compared)
      measured.push({
        ...figures,
        caveats: [...caveats, ...where.caveats],
        functions: where.functions,
      })
    } catch (error) {
      if (!(error instanceof Unmeasurable)) throw error
      const notMeasured = oneLine(messageOf(error))
      say(`${name}: not measured: ${notMeasured}`)
      measured.push({ name, compared, rows: [{ name, notMeasured }], caveats: [], functions: [] })
    }
  }
  return measured
}
