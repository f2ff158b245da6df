/**
 * Two versions of one package under the same server, interleaved. A subject is a figure of one of them, by its name as part. Verdicts
 * follow from its samples.
 */
import { dateOf, firstAndMore, grouped, plural } from '../basics/text.ts'
import type { Contents, Metric, Probe, SubjectRow } from '../probe/probe.ts'
import { shareText, significant } from '../text/numbers.ts'
import {
  type ChangedFigure,
  closureChanges,
  Details,
  isWorse,
  Protocol,
  statusOf,
  type Verdict,
  type Versions,
  versionsIn,
} from './versions-file.ts'

/** A row is a figure of both sides. */
type VersionsRow = SubjectRow & { verdict: Verdict }

/** The rows of all metrics, or of one. */
export function versionsRows(file: Contents, metric?: string): VersionsRow[] {
  const { verdicts, second, ...versions } = versionsIn(file)
  return file.subjects.flatMap((subject) => {
    const verdict = verdicts.find(({ name }) => name === subject.part)
    if (!verdict || subject.name !== second.label || (metric ?? verdict.metric) !== verdict.metric)
      return []
    const { name } = verdict
    const part = `${versions.package} under ${versions.server}`
    return [
      {
        ...subject,
        name,
        displayName: name,
        version: '',
        runtime: '',
        runtimeVersion: '',
        part,
        verdict,
      } as unknown as VersionsRow,
    ]
  })
}

const ofVerdict =
  (value: (verdict: Verdict) => ReturnType<NonNullable<Metric['value']>>) => (row: SubjectRow) =>
    value((row as VersionsRow).verdict)
const format = (value: number) => (value < 1_000 ? significant(value, 5) : grouped(value))

export const versions: Probe = {
  name: 'versions',
  title: 'Versions of a package, compared',
  sentence: 'releases of frameworks, libraries and runtimes, and documented changes, replayed',
  about:
    'Each comparison runs two versions of a package, such as `fastify@5.11.0 fastify@5.12.8`, under the same server’s files, interleaved on one machine.',
  noun: '',
  timed: true,
  hasTimes: (file) => 'requests' in versionsIn(file).metrics,
  protocol: Protocol,
  details: Details,
  kindOf(file) {
    const { first, second, server } = versionsIn(file)
    return `${first.spec} ${second.spec} ${server}`
  },
  metrics: [
    {
      id: 'first',
      title: (file) => sideTitle(versionsIn(file), 'first'),
      key: 'first',
      format,
      value: ofVerdict(({ old }) => old),
    },
    {
      id: 'second',
      title: (file) => sideTitle(versionsIn(file), 'second'),
      key: 'second',
      format,
      value: ofVerdict((verdict) => verdict.new),
    },
    {
      id: 'ratio',
      title: 'ratio',
      interval: 'behind',
      format: (ratio) => ratio.toFixed(4),
      value: ofVerdict(({ ratio: value, low, high }) => ({ value, low, high })),
    },
    { id: 'verdict', title: 'verdict', value: ofVerdict(verdictText) },
    {
      id: 'cost',
      title: 'cost, second over first',
      key: 'cost',
      on: ['data'],
      better: 'lower',
      value: ofVerdict(costOf),
    },
    { id: 'noise', title: 'noise', key: 'noise', value: ofVerdict(noiseText) },
    { id: 'finds', title: 'detects (power 95%)', key: 'finds', value: ofVerdict(findsText) },
  ],
  rows: versionsRows,
  heading(file) {
    const comparison = versionsIn(file)
    return `${comparison.package} ${comparison.first.version} → ${comparison.second.version}, ${whereOf(comparison)}`
  },
  notes(file) {
    const comparison = versionsIn(file)
    return [...versionsNotes(comparison), outcomeLine(comparison)]
  },
  place: ({ startedAt, environment: { cpuModel, os }, source }) =>
    [dateOf(startedAt), cpuModel, os, `commit ${source.commit?.slice(0, 7) ?? 'unknown'}`].join(
      ' · ',
    ),
  differences(old, recent) {
    const [before, after] = [old, recent].map((file) => {
      const { first, second } = versionsIn(file)
      return `${second.spec} against ${first.spec}`
    })
    return before === after ? [] : [`old is ${before}, new is ${after}`]
  },
}

/** Names a side: by its version alone if several packages make its label too long for a column. */
function sideTitle({ first, second }: Versions, side: 'first' | 'second'): string {
  const { label, spec, version } = { first, second }[side]
  return spec.includes(' ') && first.version !== second.version ? version : label
}

/** Returns the ratio in one direction for all figures: more requests/s cost less. */
function costOf({ better, ratio: value, low, high }: Verdict) {
  if (better === 'lower') return { value, low, high }
  return { value: 1 / value, low: high && 1 / high, high: low && 1 / low }
}

/** Formats `slower, +1.2%`, the change of the figure: more instructions are slower. */
function verdictText({ verdict, ratio, threshold }: Verdict): string {
  if (verdict === 'undecided') return verdict
  if (verdict === 'no difference')
    return threshold === 0 ? verdict : `${verdict} larger than ${shareText(threshold)}`
  return `${verdict}, ${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}

/** Formats the least difference that is found, such as `0.6%`. */
function findsText({ finds }: Verdict): string {
  if (finds === null) return ''
  return finds === 0 ? 'any' : shareText(finds, 2)
}

/** Formats what equal versions would differ by, such as `±0.3%`. */
function noiseText({ noise }: Verdict): string {
  return noise ? `±${shareText(noise, 2)}` : ''
}

/** Formats the server and its scenario, which cases alone lack. */
const whereOf = ({ scenario, server }: Pick<Versions, 'scenario' | 'server'>) =>
  `under ${server}${scenario === '' ? '' : ` in ${scenario}`}`

export function leadOf(
  { package: name, scenario, server }: Pick<Versions, 'package' | 'scenario' | 'server'>,
  [first, second]: readonly [string, string],
): string {
  return `${name}: ${second} against ${first}, ${whereOf({ scenario, server })}`
}

/** Describes the method and caveats, one per line. */
export function versionsNotes(comparison: Versions): string[] {
  const { metrics, caveats, notCounted, repeat, sides } = comparison
  const changes = closureChanges(comparison)
  const installed = sides.flatMap(({ label, spec, version, commit, siblings }) => {
    const commitText = commit === null ? [] : [`commit ${commit}`]
    const siblingsText =
      siblings.length === 0 ? [] : [`with ${siblings.join(', ')} of its repository`]
    const versionText = spec.includes(' ')
      ? [spec.replaceAll(' ', ' and ')]
      : label.endsWith(`@${version}`)
        ? []
        : [version]
    const installedText = [...versionText, ...commitText, ...siblingsText].join(', ')
    return installedText === '' ? [] : [`${label} is ${installedText}`]
  })
  const released = sides.flatMap(({ label, released }) =>
    released ? `${label} on ${released}` : [],
  )
  return [
    ...installed,
    ...functionLines(comparison),
    ...(released.length > 0 ? [`released: ${released.join(', ')}`] : []),
    ...Object.entries(metrics).flatMap(([metric, { how }]) =>
      how === '' ? [] : [`${metric}: ${how}`],
    ),
    ...(notCounted === null ? [] : [`no instructions were counted: ${notCounted}`]),
    ...caveats,
    ...(changes.length > 0 ? [`other packages changed too: ${changes.join(', ')}`] : []),
    `repeat it with: ${repeat}`,
  ]
}

/** Most lines on functions, which all figures share. */
const LINES = 10

/** Says in which functions the figures changed, those that changed most first. */
function functionLines({ functions = [], verdicts }: Versions): string[] {
  const change = ({ figure }: ChangedFigure) =>
    Math.abs(Math.log(verdicts.find(({ name }) => name === figure)?.ratio ?? 1))
  const each = Math.max(1, Math.floor(LINES / functions.length))
  return functions
    .toSorted((a, b) => change(b) - change(a))
    .flatMap(({ figure, functions }) =>
      functions.slice(0, each).map(({ name, first, second }) => {
        const sign = second > first ? '+' : '−'
        const ends = `${grouped(first)} → ${grouped(second)}`
        return `${figure}: ${sign}${grouped(Math.abs(second - first))} in ${name} (${ends})`
      }),
    )
    .slice(0, LINES)
}

/** Returns the outcome in one line. */
export function outcomeLine(comparison: Pick<Versions, 'isEqual' | 'failed' | 'verdicts'>): string {
  if (comparison.isEqual) return 'equal contents: nothing to measure'
  const { failed, verdicts } = comparison
  const describe = (verdict: Verdict) => `${verdict.name} ${verdictText(verdict)}`
  const changed = verdicts
    .filter(({ verdict }) => verdict !== 'undecided' && verdict !== 'no difference')
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)))
  switch (statusOf(comparison)) {
    case 1: {
      const limited = (each: Verdict) =>
        each.threshold > 0 ? ` (limit ${shareText(each.threshold)})` : ''
      const [worse, better] = [true, false].map((is) =>
        changed.filter((each) => isWorse(each) === is),
      )
      return [
        `worse: ${firstFigures((worse ?? []).map((each) => `${describe(each)}${limited(each)}`))}`,
        ...(better?.length ? [`better: ${firstFigures(better.map(describe))}`] : []),
      ].join('; ')
    }
    case 3: {
      const reasons = failed.map(({ metric, reason }) => `${metric}: ${reason}`)
      return `could not be measured: ${reasons.join('; ') || 'too few values for an interval'}`
    }
    default:
      return [
        ...unchangedText(verdicts),
        ...(changed.length > 0 ? [`better: ${firstFigures(changed.map(describe))}`] : []),
      ].join('; ')
  }
}

const firstFigures = (texts: readonly string[]) => firstAndMore(texts, 3).join('; ')

/** Says what the undecided figures would find, and the limit that the others are within. */
function unchangedText(verdicts: readonly Verdict[]): string[] {
  const prefix = (verdict: Verdict) => (verdicts.length === 1 ? '' : `${verdict.name} `)
  const undecided = verdicts
    .filter(({ verdict }) => verdict === 'undecided')
    .map(
      (each) =>
        `${prefix(each)}finds ${each.finds === null ? 'nothing' : `${findsText(each)} or more`}`,
    )
  const alike = verdicts.filter(({ verdict }) => verdict === 'no difference')
  const limit = Math.max(...alike.map(({ threshold }) => threshold))
  const larger = limit > 0 ? ` larger than ${shareText(limit)}` : ''
  const where = alike.length < verdicts.length ? ` in ${plural(alike.length, 'figure')}` : ''
  return [
    ...(undecided.length > 0 ? [`undecided: ${firstFigures(undecided)}`] : []),
    ...(alike.length > 0 ? [`no difference${larger}${where}`] : []),
  ]
}
