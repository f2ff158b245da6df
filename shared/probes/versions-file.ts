/** Files of `versions`: which two are compared and how, and what follows from their figures. */
import { z } from 'zod'
import type { Subject } from '../format/measurement.ts'
import { type Contents, valuesOf } from '../probe/probe.ts'
import type { Estimate } from '../stats/estimate.ts'
import { comparedValues, noiseOf, REPEATED, verdictOf } from '../stats/ratio.ts'

const Side = z.strictObject({
  label: z.string().describe('name of its subjects'),
  spec: z.string().describe('as given on the command line; of a file only its name'),
  version: z.string().describe('installed version'),
  released: z.iso
    .date()
    .nullable()
    .describe('by the registry; null: not from it, or it did not say'),
  commit: z.string().nullable().describe('that it was packed from; null: not given'),
  siblings: z
    .array(z.string())
    .describe(
      'packages of the same repository that replaced those of the registry, as name@version',
    ),
  packages: z.array(z.string()).describe('the server’s dependencies, as name@version, sorted'),
})

const Compared = z.strictObject({
  threshold: z.number().min(0).max(1).describe('least share that matters: 0.03 is 3%'),
  repeated: z.enum(REPEATED),
  better: z.enum(['lower', 'higher']),
  worse: z.enum(['slower', 'larger']).describe('the word for a second version that is worse'),
  how: z.string().describe('the method, in one line; empty if not measured'),
})

/** Most functions of a figure. */
export const MOST_FUNCTIONS = 10

const ChangedFigure = z.strictObject({
  figure: z.string().describe('the part of its subjects'),
  functions: z
    .array(z.strictObject({ name: z.string(), first: z.number(), second: z.number() }))
    .max(MOST_FUNCTIONS)
    .describe(
      'instructions per request or call that each executes itself, in one process of each version; largest difference first',
    ),
})

export const Details = z.strictObject({
  sides: z.tuple([Side, Side]),
  metrics: z
    .record(z.string(), Compared)
    .describe('by the id of samples; empty if both sides have the same files in all packages'),
  notCounted: z
    .string()
    .nullable()
    .describe('reason for counting no instructions, in one line; null if counted'),
  caveats: z.array(z.string()).describe('one per line'),
  functions: z.array(ChangedFigure).optional().describe('of counts that differ significantly'),
  repeat: z.string().describe('the command that repeats it'),
})

export const Protocol = z.strictObject({
  package: z.string().describe('or several, separated by commas'),
  server: z.string().describe('folder of the server that both ran with; no server: of cases alone'),
})

export type VersionsSide = z.infer<typeof Side>
export type VersionsDetails = z.infer<typeof Details>
export type ComparedMetric = z.infer<typeof Compared>
export type ChangedFigure = z.infer<typeof ChangedFigure>

export type Verdict = ReturnType<typeof verdictOn>

/** A comparison as its file has it, with what follows from it. */
export type Versions = ReturnType<typeof versionsIn>

/** @throws if the file is not a comparison of versions */
export function versionsIn({ scenario = '', protocol, details, subjects }: Contents) {
  const comparison = Details.parse(details)
  const [first, second] = comparison.sides
  return {
    ...Protocol.parse(protocol),
    ...comparison,
    scenario,
    first,
    second,
    ...resultsIn(comparison, subjects),
  }
}

/** Returns the verdicts on figures, and what was not measured. */
export function resultsIn(
  { sides: [first, second], metrics }: Pick<VersionsDetails, 'sides' | 'metrics'>,
  subjects: readonly Subject[],
) {
  const failed = subjects.flatMap(({ name, part, disqualified }) =>
    disqualified === null ? [] : [{ metric: part, reason: `${name}: ${disqualified}` }],
  )
  const verdicts = subjects
    .filter(({ name, disqualified }) => name === second.label && disqualified === null)
    .flatMap((subject) => {
      const { part } = subject
      const other = subjects.find((each) => each.name === first.label && each.part === part)
      const [metric = ''] = Object.keys(subject.samples[0]?.values ?? {})
      const rules = metrics[metric]
      return other && rules ? [verdictOn(metric, rules, other, subject)] : []
    })
  return { failed, verdicts, isEqual: Object.keys(metrics).length === 0 }
}

const WORDS = {
  slower: { worse: 'slower', better: 'faster' },
  larger: { worse: 'larger', better: 'smaller' },
} as const

/** Returns the verdict on a figure of both sides. */
function verdictOn(metric: string, rules: ComparedMetric, first: Subject, second: Subject) {
  const { threshold, better, worse } = rules
  const values = comparedValues(valuesOf(first, metric), valuesOf(second, metric), rules.repeated)
  const verdict = verdictOf(values, better, threshold)
  return {
    metric,
    name: second.part,
    ...values,
    threshold,
    better,
    finds: detectableDifference(values, threshold),
    noise: noiseOf(valuesOf(first, metric), rules.repeated),
    verdict: verdict === 'worse' || verdict === 'better' ? WORDS[worse][verdict] : verdict,
  }
}

/** Quantiles of the normal distribution: 97.5%, for half of a 95% interval, and 95%, for the power. */
const [HALF_INTERVAL, POWER] = [1.96, 1.645]

/**
 * Returns the least difference that 95 of 100 comparisons would call worse if their interval was as wide as this one: its lower end
 * has to be beyond the threshold.
 */
function detectableDifference(
  { low, high }: Pick<Estimate, 'low' | 'high'>,
  threshold: number,
): number | null {
  if (low === null || high === null) return null
  const half = Math.log(high / low) / 2
  return Math.exp(Math.log(1 + threshold) + half * (1 + POWER / HALF_INTERVAL)) - 1
}

export const isWorse = ({ verdict }: Pick<Verdict, 'verdict'>) =>
  verdict === 'slower' || verdict === 'larger'

/**
 * The exit status: 1 where a figure is worse by more than its threshold, 3 where a metric was not measured or no figure has
 * an interval, and 0 otherwise.
 */
export function statusOf({
  isEqual,
  failed,
  verdicts,
}: Pick<Versions, 'isEqual' | 'failed' | 'verdicts'>): 0 | 1 | 3 {
  if (isEqual) return 0
  if (verdicts.some(isWorse)) return 1
  return failed.length > 0 || verdicts.every(({ low }) => low === null) ? 3 : 0
}

/** Returns changes of other packages: `ajv 8.17.1 → 8.20.0`, `pino 9.0.0 → none`. */
export function closureChanges({ package: compared, sides }: Pick<Versions, 'package' | 'sides'>) {
  const [before, after] = sides.map(({ packages }) =>
    Map.groupBy(packages, (each) => each.slice(0, each.lastIndexOf('@'))),
  ) as [Map<string, string[]>, Map<string, string[]>]
  const names = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !compared.split(', ').includes(name))
    .sort()
  const text = (name: string, versions: readonly string[] | undefined) =>
    versions?.map((each) => each.slice(name.length + 1)).join(', ') ?? 'none'
  return names.flatMap((name) => {
    const [old, recent] = [text(name, before.get(name)), text(name, after.get(name))]
    return old === recent ? [] : [`${name} ${old} → ${recent}`]
  })
}
