/** The page on differences between machines: each is left out, or its kind, and predicted from the others. */
import { dirname } from 'node:path'
import * as statistics from 'simple-statistics'
import { dateOf, firstAndMore, listed, plural } from '../../shared/basics/text.ts'
import {
  type HeldOut,
  type HeldOutServer,
  halfWidthOf,
  holdOut,
  isWithin,
  orderOf,
  rmsOf,
  shareWithin,
} from '../../shared/results/held-out.ts'
import { isProvisional } from '../../shared/results/pool-rule.ts'
import { kindsOf, machineOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { FITTED_UNTIL } from '../../shared/stats/pool.ts'
import { machinesRegions } from '../articles/machines.ts'
import { runsText, runtimesText } from '../text/conditions.ts'
import type { TableColumn } from '../text/markdown.ts'
import { blocks, columnsTable, inline } from '../text/markdown.ts'
import { linkFrom, MACHINES_PATH } from '../text/paths.ts'
import type { ListedPage } from './index-page.ts'

const link = linkFrom(MACHINES_PATH)

/** Returns the page; it has no tables if no scenario has two machines. */
export function machinesPage(published: readonly Published[]): ListedPage {
  const predicted = published
    .filter(({ result }) => !isProvisional(result))
    .map(({ result }) => ({ result, machines: holdOut(result) }))
    .filter(({ machines }) => machines.length > 0)
  const all = predicted.flatMap(({ machines }) => machines)
  const text = blocks(
    '# Differences between machines',
    coverageText(all),
    fitText(predicted.map(({ result }) => result)),
    `Each machine is left out once, and then all machines of its kind (CPU model). The others predict its figures, with 95% intervals for a machine of any kind. *After a quick run*: the servers of \`run --quick\`, measured in two rounds on the machine left out, predict the other servers there. [How the intervals are made](${link('docs/statistics.md#several-machines')}).`,
    ...predicted.map(({ result, machines }) =>
      blocks(
        `## ${inline(titleOf(result.scenario))}`,
        columnsTable(withoutDuplicates(machines), [
          ['left out', (machine) => machineText(machine, result)],
          ...FIGURES,
        ]),
        outsideText(machines, result),
      ),
    ),
  )
  return {
    path: MACHINES_PATH,
    title: 'Differences between machines',
    sentence: 'each machine, and each kind of machine, predicted from the others',
    regions: machinesRegions(published),
    files: new Map([[MACHINES_PATH, `${text}\n`]]),
  }
}

const serversOf = (machines: readonly HeldOut[]) => machines.flatMap(({ servers }) => servers)
const calibratedOf = (machines: readonly HeldOut[]) =>
  machines.flatMap(({ calibrated }) => calibrated)
const healthyOf = (machines: readonly HeldOut[]) => machines.filter(({ healthy }) => healthy)
const leftOut = (machines: readonly HeldOut[], what: HeldOut['leftOut']) =>
  machines.filter((machine) => machine.leftOut === what)

const FIGURES: TableColumn<HeldOut>[] = [
  ['servers', ({ servers }) => String(servers.length)],
  ['ratios within', ({ servers }) => percent(shareWithin(servers, 'ratio'))],
  ['half-width', ({ servers }) => `±${percent(halfWidthOf(servers))}`],
  ['µs within', ({ servers }) => percent(shareWithin(servers, 'microseconds'))],
  ['rank correlation', ({ servers }) => orderOf(servers)?.toFixed(3) ?? ''],
  ['after a quick run: ratios within', ({ calibrated }) => shareText(calibrated, 'ratio')],
  [
    'half-width',
    ({ calibrated }) => (calibrated.length > 0 ? `±${percent(halfWidthOf(calibrated))}` : ''),
  ],
  ['requests/s within', ({ calibrated }) => shareText(calibrated, 'requestsPerSecond')],
]

function shareText(servers: readonly HeldOutServer[], figure: 'ratio' | 'requestsPerSecond') {
  return servers.length > 0 ? percent(shareWithin(servers, figure)) : ''
}

/** States how often the predictions were right, and how wide they were. */
function coverageText(all: readonly HeldOut[]): string {
  const machines = healthyOf(all)
  const failed = serversOf(leftOut(all, 'machine').filter(({ healthy }) => !healthy))
  const [without, withoutKind] = (['machine', 'kind'] as const).map((what) =>
    serversOf(leftOut(machines, what)),
  ) as [HeldOutServer[], HeldOutServer[]]
  if (without.length === 0) return '**No scenario has runs of two machines yet.**'
  const calibrated = calibratedOf(leftOut(machines, 'machine'))
  return [
    `**Of machines that passed their [health check](${link('docs/files.md#machine-health')}), predicted from the others, ${withinText(without)} ratios were within their 95% interval`,
    withoutKind.length > 0
      ? `; predicted without any machine of the same kind, ${withinText(withoutKind)}`
      : '',
    `.** The median half-width is ±${percent(halfWidthOf(without))}, and the errors are ${percent(rmsOf(without), 1)} (rms).`,
    calibrated.length > 0
      ? ` After a quick run on the machine, ${withinText(calibrated)} ratios were within theirs, with a half-width of ±${percent(halfWidthOf(calibrated))} and errors of ${percent(rmsOf(calibrated), 1)}.`
      : '',
    failed.length > 0
      ? ` Of machines that failed the check, ${withinText(failed)} ratios and ${percent(shareWithin(failed, 'microseconds'))} of the µs over the baseline were within theirs.`
      : '',
  ].join('')
}

/** Says that the intervals were fitted to the runs that they predict, up to those that were measured later. */
function fitText(results: readonly PooledResult[]): string {
  const runs = results.flatMap((result) => result.runs)
  const later = new Set(
    runs.filter(({ file }) => dateOf(file.startedAt) > FITTED_UNTIL).map(machineOf),
  ).size
  const test =
    later === 0
      ? 'no machine measured later tests it yet'
      : `${plural(later, 'machine')} measured later ${later === 1 ? 'tests' : 'test'} it`
  return runs.length === 0
    ? ''
    : `How much machines differ was [fitted](${link('docs/statistics.md#several-machines')}) to the runs until ${FITTED_UNTIL}, the same that it predicts here; ${test}.`
}

const withinText = (servers: readonly HeldOutServer[]) =>
  `${percent(shareWithin(servers, 'ratio'))} of ${servers.length}`

/**
 * States how often a scenario's predictions were right; empty without a second machine.
 * @param link makes a path relative to the page
 */
export function predictionText(result: PooledResult, link = (path: string) => path): string {
  const machines = withoutDuplicates(healthyOf(holdOut(result)))
  const servers = serversOf(leftOut(machines, 'machine'))
  if (servers.length === 0) return ''
  const ofKinds = serversOf(leftOut(machines, 'kind'))
  const kinds = ofKinds.length > 0 ? `; from machines of other kinds, ${withinText(ofKinds)}` : ''
  return `When predicted from other machines, ${withinText(servers)} ratios fell within their [95% intervals](${link(MACHINES_PATH)})${kinds}.`
}

/** Drops the prediction from other kinds for a machine that is the only one of its kind: it is the same as that from others. */
function withoutDuplicates(machines: readonly HeldOut[]): HeldOut[] {
  return machines.filter(
    (machine) =>
      machine.leftOut === 'machine' ||
      machines.every((other) => other === machine || other.servers !== machine.servers),
  )
}

/** Names the servers outside their prediction, the furthest first. */
function outsideText(machines: readonly HeldOut[], result: PooledResult): string {
  return leftOut(machines, 'machine')
    .flatMap((machine) => {
      const outside = machine.servers
        .filter((server) => !isWithin(server, 'ratio'))
        .toSorted((a, b) => distanceOf(b) - distanceOf(a))
      if (outside.length === 0) return []
      return [
        `- Outside their interval on ${machine.healthy ? 'machine ' : ''}${machineText(machine, result)}: ${listed(firstAndMore(outside.map(missText), 5))}`,
      ]
    })
    .join('\n')
}

const distanceOf = ({ measured, predicted }: HeldOutServer) =>
  Math.abs(Math.log(measured.ratio / predicted.ratio.value))

/** Formats `2: 2026-12-01, AMD EPYC`, or `all AMD EPYC`, and whether its health check failed. */
function machineText({ machine, kind, leftOut: what, healthy }: HeldOut, { runs }: PooledResult) {
  if (!healthy)
    return `a machine whose health check failed${what === 'kind' ? ', and its kind' : ''}`
  const ofMachine = runs.filter((run) => machineOf(run) === machine)
  if (what === 'kind') return inline(`${ofMachine[0]?.machine ?? ''}, and all ${kind}`)
  const dates = [...new Set(ofMachine.map(({ file }) => dateOf(file.startedAt)))].sort()
  return inline(`${ofMachine[0]?.machine ?? ''}: ${dates.join(', ')}, ${kind}`)
}

function missText({ name, measured, predicted: { ratio } }: HeldOutServer): string {
  return inline(
    `${name} (${measured.ratio.toFixed(3)}, expected ${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)})`,
  )
}

const percent = (value: number, digits = 0) => `${(100 * value).toFixed(digits)}%`

/** Names the CPU models, without trademarks, with their number of machines. */
function modelsText({ runs }: PooledResult): string {
  const models = Map.groupBy(runs, ({ file }) => file.environment.cpuModel)
  return [...models]
    .map(([model, alike]) => `${new Set(alike.map(({ machine }) => machine)).size} ${model}`)
    .join(', ')
    .replaceAll(/\(R\)| Processor/g, '')
}

/** Says how many servers only one of several machines has measured, and whether these are of one kind; empty if neither. */
export function onOneText(result: PooledResult): string {
  const { pooled, machines } = result
  if (machines < 2) return ''
  const single = [...pooled.values()].filter((each) => each.machines === 1).length
  const kinds = kindsOf(result)
  return [
    ...(single > 0
      ? [` ${single} of ${pooled.size + 1} servers were measured on one machine only.`]
      : []),
    ...(kinds.length < 2 ? [` All machines are of one kind: ${kinds[0]}.`] : []),
  ].join('')
}

/** Names the runs, machines, runtimes and dates of a result, in one line. */
export function conditionsText(result: PooledResult): string {
  return `${runsText(result)}: ${modelsText(result)}; ${runtimesText(result.runs.map(({ file }) => file))}.`
}

/** States README's half widths of prediction intervals, and the lowest rank correlation of a machine held out. */
export function transferText(result: PooledResult): string {
  const pooled = [...result.pooled.values()]
  if (pooled.length === 0) return ''
  // The wider side: the interval is symmetric on logarithms.
  const ratios = pooled.map(
    ({ ratio: { value, predicted } }) =>
      Math.max(predicted.high / value, value / predicted.low) - 1,
  )
  const machines = healthyOf(holdOut(result))
  const orders = machines.flatMap(({ servers }) => orderOf(servers) ?? [])
  const ofMachines = leftOut(machines, 'machine').filter(({ calibrated }) => calibrated.length > 0)
  const shares = ofMachines.map(({ calibrated }) => shareWithin(calibrated, 'ratio'))
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => percent(share))
  const quick =
    shares.length > 0
      ? `; after \`run --quick\`, ±${percent(halfWidthOf(calibratedOf(ofMachines)))} (held for ${least === most ? least : `${least?.replace('%', '')} to ${most}`})`
      : ''
  const sentences = [
    `On another machine that passes the [health check](docs/files.md#machine-health), expect 95% of ratios within ±${percent(statistics.median(ratios))} (worst server: ±${percent(Math.max(...ratios))})${quick}. Bounds are [fitted](${dirname(MACHINES_PATH)}) to these runs.`,
    ...(orders.length > 0
      ? [
          `\`${result.scenario}\` keeps its order: rank correlation ≥ ${(Math.floor(100 * Math.min(...orders)) / 100).toFixed(2)}.`,
        ]
      : []),
  ]
  return sentences.join(' ')
}
