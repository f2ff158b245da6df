/** The page on differences between machines: each is held out, and predicted from the others. */
import * as statistics from 'simple-statistics'
import { plural } from '../../shared/basics/text.ts'
import {
  type HeldOut,
  type HeldOutServer,
  holdOut,
  isWithin,
  orderOf,
  rmsOf,
} from '../../shared/results/held-out.ts'
import { isProvisional } from '../../shared/results/pool-rule.ts'
import { machineOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { dateOf } from '../text/conditions.ts'
import { blocks, columnsTable, inline } from '../text/markdown.ts'
import { linkFrom, MACHINES_PATH } from '../text/paths.ts'
import type { ListedPage } from './index-page.ts'

const link = linkFrom(MACHINES_PATH)

interface Scenario {
  result: PooledResult
  held: HeldOut[]
}

/** Returns the page; it has no tables if no scenario has two machines. */
export function machinesPage(published: readonly Published[]): ListedPage {
  const predicted = published
    .filter(({ result }) => !isProvisional(result))
    .map(({ result }) => ({ result, held: holdOut(result) }))
    .filter(({ held }) => held.length > 0)
  const text = blocks(
    '# Differences between machines',
    coverageText(predicted),
    `Each machine is held out once, and the others predict its ratios to the baseline (95% prediction intervals). The tables show how many ratios were within their interval, and which were not. [How the intervals are made](${link('docs/statistics.md#several-machines')}).`,
    ...predicted.map((each) => blocks(`## ${titleOf(each.result)}`, heldOutTable(each))),
  )
  return {
    path: MACHINES_PATH,
    title: 'Differences between machines',
    sentence: 'each machine held out, and predicted from the others',
    files: new Map([[MACHINES_PATH, `${text}\n`]]),
  }
}

/** With fewer machines, the difference between machines is partly assumed. */
const ENOUGH = 3

/** States how often the 95% predictions held: over all, in the worst scenario, and for CPU models that no other machine has. */
function coverageText(shown: readonly Scenario[]): string {
  const scenarios = shown.map(({ result, held }) => ({
    result,
    held: held.filter(({ healthy }) => healthy),
  }))
  const servers = scenarios.flatMap(({ held }) => held.flatMap((each) => each.servers))
  if (servers.length === 0) return '**No scenario has runs of two machines yet.**'
  const [worst] = scenarios
    .map(({ result, held }) => ({ result, own: held.flatMap((each) => each.servers) }))
    .toSorted((one, other) => share(one.own, ratioOf) - share(other.own, ratioOf))
  const alone = scenarios.flatMap(({ result, held }) =>
    held.flatMap((each) => {
      const model = onlyOfModel(each, result)
      return model === null ? [] : [{ model, servers: each.servers }]
    }),
  )
  const models = [...Map.groupBy(alone, ({ model }) => model)].map(
    ([model, own]) => `${inline(model)} ${within(own.flatMap((each) => each.servers))}`,
  )
  return [
    `**${within(servers)} ratios** were within the 95% prediction from the other machines, in ${plural(scenarios.length, 'scenario')}`,
    scenarios.length > 1 && worst
      ? `; fewest in ${titleOf(worst.result)}: ${within(worst.own)}`
      : '',
    models.length > 0 ? `. Where no other machine has its CPU model: ${models.join(', ')}.` : '.',
  ].join('')
}

const ratioOf = ({ ratio }: HeldOutServer) => ratio
const within = (servers: readonly HeldOutServer[]) =>
  `${percent(share(servers, ratioOf))} of ${servers.length}`

/** States how often a scenario's predictions held; empty without a second machine. */
export function heldText(result: PooledResult): string {
  const servers = holdOut(result).flatMap((each) => (each.healthy ? each.servers : []))
  return servers.length === 0
    ? ''
    : `Each machine predicted from the others: ${within(servers)} ratios were within their [95% prediction](${MACHINES_PATH}).`
}

/** Returns the CPU model of a machine if no other one of the scenario has it. */
function onlyOfModel({ machine }: HeldOut, { runs }: PooledResult): string | null {
  const [own, others] = [true, false].map((isOwn) =>
    runs
      .filter((run) => (machineOf(run) === machine) === isOwn)
      .map(({ file }) => file.environment.cpuModel),
  ) as [string[], string[]]
  const [model] = own
  return model !== undefined && !others.includes(model) ? model : null
}

function heldOutTable({ result, held }: Scenario): string {
  return columnsTable(held, [
    ['held out', (each) => machineText(each, result)],
    ['servers', ({ servers }) => String(servers.length)],
    ['ratios within', ({ servers }) => percent(share(servers, ({ ratio }) => ratio))],
    ['µs within', ({ servers }) => percent(share(servers, ({ microseconds }) => microseconds))],
    ['difference (rms)', ({ servers }) => percent(rmsOf(servers), 1)],
    ['rank correlation', ({ servers }) => orderOf(servers)?.toFixed(3) ?? ''],
    [
      'outside',
      ({ servers }) =>
        servers
          .filter(({ ratio }) => !isWithin(ratio))
          .map(missText)
          .join(', '),
      'left',
    ],
  ])
}

/** `2: 2026-12-01, AMD EPYC`, and whether its health check failed. */
function machineText({ machine, healthy }: HeldOut, { runs }: PooledResult): string {
  if (!healthy) return 'a machine whose health check failed'
  const own = runs.filter((run) => machineOf(run) === machine)
  const dates = [...new Set(own.map(({ file }) => dateOf(file)))].sort()
  const [first] = own
  return inline(
    `${first?.machine ?? ''}: ${dates.join(', ')}, ${first?.file.environment.cpuModel ?? ''}`,
  )
}

function missText({ name, ratio: { value, predicted } }: HeldOutServer): string {
  return inline(
    `${name} (${value.toFixed(2)}, expected ${predicted.low.toFixed(2)} to ${predicted.high.toFixed(2)})`,
  )
}

function share(
  servers: readonly HeldOutServer[],
  of: (server: HeldOutServer) => HeldOutServer['ratio'],
): number {
  return servers.filter((server) => isWithin(of(server))).length / servers.length
}

const percent = (value: number, digits = 0) => `${(100 * value).toFixed(digits)}%`

const titleOf = ({ scenario }: PooledResult) => inline(scenarios.get(scenario)?.title ?? scenario)

/** Names the CPU models, with their number of machines. */
function modelsText({ runs }: PooledResult): string {
  const models = Map.groupBy(runs, ({ file }) => file.environment.cpuModel)
  return [...models]
    .map(([model, own]) => `${new Set(own.map(({ machine }) => machine)).size} ${model}`)
    .join(', ')
}

/** Says how many servers only one machine has measured. */
function onOneText({ pooled, machines }: PooledResult): string {
  const single = [...pooled.values()].filter((each) => each.machines === 1).length
  return machines > 1 && single > 0
    ? `; ${single} of ${pooled.size + 1} servers were measured on one machine only`
    : ''
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
  const held = holdOut(result).filter(({ healthy }) => healthy)
  const orders = held.flatMap(({ servers }) => orderOf(servers) ?? [])
  const sentences = [
    `These figures come from ${plural(result.runs.length, 'run')} on ${plural(result.machines, 'machine')} (${modelsText(result)})${onOneText(result)}.`,
    `On another machine, expect ratios within ±${percent(statistics.median(ratios))} for a typical server, ±${percent(Math.max(...ratios))} for the worst (95%). ${heldText(result)}`,
    ...(orders.length > 0
      ? [
          `The order here is nearly the same: [rank correlation](${MACHINES_PATH}) ≥ ${(Math.floor(100 * Math.min(...orders)) / 100).toFixed(2)}.`,
        ]
      : []),
    ...(result.machines < ENOUGH
      ? [
          `With fewer than ${ENOUGH} machines, the difference between machines is [${result.machines > 1 ? 'partly ' : ''}assumed](docs/statistics.md#several-machines).`,
        ]
      : []),
  ]
  return sentences.join(' ')
}
