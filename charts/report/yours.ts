/** Figures for the reader's machine: a quick run there, and what it predicts of the servers that it lacks. */
import { percentText } from '../../shared/text/numbers.ts'
import type { Figure, RunData, ScenarioData } from './data.ts'
import { pairTable } from './pairs.ts'

/** Name of the run in the page's address. */
export const YOURS = 'yours'

/** The fields of a run's file that are read. */
interface QuickFile {
  probe: string
  scenario: string
  protocol: { pipelining?: number }
  details: { baseline: string }
  environment: { cpuModel: string }
  subjects: {
    name: string
    samples: {
      round: number
      values: { requestsPerSecond: number }
      evidence: { group: number }
    }[]
  }[]
}

/** Half width of a 95% interval, in standard deviations: Student's t with 30 degrees of freedom, as `pool.ts` has. */
const T = 2.04

/**
 * Predicts the servers of the scenario that a quick run measured.
 * @param text contents of its file
 * @returns the scenario's name and the run, or what is wrong with the file, in one line
 */
export function yourRun(
  text: string,
  scenarios: readonly ScenarioData[],
): { scenario: string; run: RunData } | string {
  const file = parseQuickFile(text)
  if (!file) return 'not a file of run --quick --out: choose another, or measure again'
  const scenario = scenarios.find(({ name }) => name === file.scenario)
  if (!scenario) return `nothing is published of ${file.scenario}, so nothing can be predicted`
  if (file.protocol.pipelining !== undefined)
    return `the file has ${file.protocol.pipelining} requests in flight, published figures one: measure without --pipelining`
  const times = logTimes(file)
  const lacking = scenario.quick.anchors.filter((name) => !times.has(name))
  if (lacking.length > 0)
    return `the file lacks ${lacking.join(', ')}: run ${scenario.name} --quick measures them`
  return { scenario: scenario.name, run: predictRun(scenario, scenario.quick, times, file) }
}

function parseQuickFile(text: string): QuickFile | null {
  try {
    const file: QuickFile = JSON.parse(text)
    const isRun = file.probe === 'run' && typeof file.environment.cpuModel === 'string'
    return isRun && logTimes(file).has(file.details.baseline) ? file : null
  } catch {
    return null
  }
}

/** Returns the logarithm of each server's µs per request: ratios to the baseline are taken within groups. */
function logTimes({ subjects, details }: QuickFile): Map<string, number> {
  const rates = (name: string) =>
    new Map(
      subjects
        .find((server) => server.name === name)
        ?.samples.map(({ round, evidence, values }) => [
          `${round} ${evidence.group}`,
          Math.log(values.requestsPerSecond),
        ]),
    )
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const baseline = rates(details.baseline)
  const level = Math.log(1e6) - mean([...baseline.values()])
  return new Map(
    subjects.flatMap(({ name }) => {
      const ratios = [...rates(name)].flatMap(([group, rate]) => {
        const base = baseline.get(group)
        return base === undefined ? [] : [rate - base]
      })
      const time = level - mean(ratios)
      return Number.isFinite(time) ? [[name, time] as const] : []
    }),
  )
}

function predictRun(
  scenario: ScenarioData,
  { anchors, servers }: ScenarioData['quick'],
  times: ReadonlyMap<string, number>,
  { environment }: QuickFile,
): RunData {
  const weightsByName = new Map(servers.map((server) => [server.name, server]))
  const deviations = anchors.map(
    (name) => (times.get(name) as number) - (weightsByName.get(name)?.mean as number),
  )
  const predictions = scenario.servers.flatMap((server) => {
    const found = weightsByName.get(server.name)
    if (!found) return []
    const { mean, weights, deviation, ratioDeviation } = found
    const time = weights.reduce((sum, weight, i) => sum + weight * (deviations[i] as number), mean)
    return [{ server, time, deviation, ratioDeviation }]
  })
  const ends = (value: number, deviation: number): Figure => [
    value,
    value * Math.exp(-T * deviation),
    value * Math.exp(T * deviation),
  ]
  const halves = predictions
    .filter(({ server }) => !anchors.includes(server.name))
    .map(({ ratioDeviation }) => Math.exp(T * ratioDeviation) - 1)
    .sort((a, b) => a - b)
  const typical = halves[Math.floor(halves.length / 2)] ?? 0
  return {
    name: YOURS,
    title: 'your machine',
    files: [],
    measured: `expected on ${environment.cpuModel} from your quick run`,
    conditions: [
      `Your machine: estimated from your quick run and the published runs, for any kind of machine; the command line also uses runs on machines of your kind. 95% intervals, typically ${percentText(1, 1 - typical, 1 + typical).trim()} for servers that the quick run lacks. The file stays in your browser. Latency and memory are not predicted.`,
    ],
    columns: [
      {
        key: 'requests_per_second',
        title: 'requests/s',
        digits: 3,
        better: 'higher',
      },
    ],
    servers: predictions.map(({ server, time, deviation }) => ({
      ...server,
      ranks: server.ranks === '' ? '' : '·',
      caveats: [],
      figures: [ends(1e6 * Math.exp(-time), deviation)],
    })),
    compared: 0,
    fastest: [],
    pairs: pairTable(predictions.length, (first, second) => {
      const [one, other] = [predictions[first], predictions[second]] as [
        (typeof predictions)[number],
        (typeof predictions)[number],
      ]
      // Exact over the baseline; over another server, as if both were independent.
      const sd = Math.hypot(one.ratioDeviation, other.ratioDeviation)
      const [value, low, high] = ends(Math.exp(other.time - one.time), sd)
      return { value, low, high }
    }),
    disqualified: [],
  }
}
