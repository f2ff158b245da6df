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
import { isProvisional, type StoredRun } from '../../shared/results/pool-rule.ts'
import { machineOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { dateOf } from '../text/conditions.ts'
import { blocks, columnsTable, inline } from '../text/markdown.ts'
import { linkFrom, MACHINES_PATH } from '../text/paths.ts'
import type { ListedPage } from './index-page.ts'

const link = linkFrom(MACHINES_PATH)

interface Scenario {
  result: PooledResult
  machines: HeldOut[]
}

/** Returns the page; it has no tables if no scenario has two machines. */
export function machinesPage(published: readonly Published[]): ListedPage {
  const predicted = published
    .filter(({ result }) => !isProvisional(result))
    .map(({ result }) => ({ result, machines: holdOut(result) }))
    .filter(({ machines }) => machines.length > 0)
  const text = blocks(
    '# Differences between machines',
    coverageText(predicted),
    `Each machine is held out once, and the others predict its ratios to the baseline (95% prediction intervals). The tables show how many ratios were within their interval, and which were not. [How the intervals are made](${link('docs/statistics.md#several-machines')}).`,
    ...predicted.map((each) =>
      blocks(`## ${inline(titleOf(each.result.scenario))}`, machinesTable(each)),
    ),
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

const serversOf = (machines: readonly HeldOut[]) => machines.flatMap(({ servers }) => servers)
const healthyOf = (machines: readonly HeldOut[]) => machines.filter(({ healthy }) => healthy)

/** States how often the 95% predictions were right: over all, in the worst scenario, and for CPU models that no other machine has. */
function coverageText(predicted: readonly Scenario[]): string {
  const scenarios = predicted.map(({ result, machines }) => {
    const healthy = healthyOf(machines)
    return { result, healthy, servers: serversOf(healthy) }
  })
  const servers = scenarios.flatMap((scenario) => scenario.servers)
  if (servers.length === 0) return '**No scenario has runs of two machines yet.**'
  const [worst] = scenarios.toSorted((a, b) => ratiosWithin(a.servers) - ratiosWithin(b.servers))
  const ofOneModel = scenarios.flatMap(({ result, healthy }) =>
    healthy.map((machine) => ({ ...machine, model: onlyOfModel(machine, result) })),
  )
  const models = [...Map.groupBy(ofOneModel, ({ model }) => model)].flatMap(([model, machines]) =>
    model === null ? [] : [`${inline(model)} ${withinText(serversOf(machines))}`],
  )
  return [
    `**${withinText(servers)} ratios** were within the 95% prediction from the other machines, in ${plural(scenarios.length, 'scenario')}`,
    scenarios.length > 1 && worst
      ? `; fewest in ${inline(titleOf(worst.result.scenario))}: ${withinText(worst.servers)}`
      : '',
    models.length > 0 ? `. Where no other machine has its CPU model: ${models.join(', ')}.` : '.',
  ].join('')
}

function shareWithin(servers: readonly HeldOutServer[], figure: 'ratio' | 'microseconds'): number {
  return servers.filter((server) => isWithin(server[figure])).length / servers.length
}

const ratiosWithin = (servers: readonly HeldOutServer[]) => shareWithin(servers, 'ratio')
const withinText = (servers: readonly HeldOutServer[]) =>
  `${percent(ratiosWithin(servers))} of ${servers.length}`

/**
 * States how often a scenario's predictions were right; empty without a second machine.
 * @param link makes a path relative to the page
 */
export function predictionText(result: PooledResult, link = (path: string) => path): string {
  const servers = serversOf(healthyOf(holdOut(result)))
  return servers.length === 0
    ? ''
    : `Each machine predicted from the others: ${withinText(servers)} ratios were within their [95% prediction](${link(MACHINES_PATH)}).`
}

/** Returns the CPU model of a machine if no other one of the scenario has it. */
function onlyOfModel({ machine }: HeldOut, { runs }: PooledResult): string | null {
  const modelOf = ({ file }: StoredRun) => file.environment.cpuModel
  const model = runs.filter((run) => machineOf(run) === machine).map(modelOf)[0]
  const others = runs.filter((run) => machineOf(run) !== machine).map(modelOf)
  return model !== undefined && !others.includes(model) ? model : null
}

function machinesTable({ result, machines }: Scenario): string {
  return columnsTable(machines, [
    ['held out', (machine) => machineText(machine, result)],
    ['servers', ({ servers }) => String(servers.length)],
    ['ratios within', ({ servers }) => percent(ratiosWithin(servers))],
    ['µs within', ({ servers }) => percent(shareWithin(servers, 'microseconds'))],
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

/** Formats `2: 2026-12-01, AMD EPYC`, and whether its health check failed. */
function machineText({ machine, healthy }: HeldOut, { runs }: PooledResult): string {
  if (!healthy) return 'a machine whose health check failed'
  const ofMachine = runs.filter((run) => machineOf(run) === machine)
  const dates = [...new Set(ofMachine.map(({ file }) => dateOf(file)))].sort()
  const [first] = ofMachine
  return inline(
    `${first?.machine ?? ''}: ${dates.join(', ')}, ${first?.file.environment.cpuModel ?? ''}`,
  )
}

function missText({ name, ratio: { value, predicted } }: HeldOutServer): string {
  return inline(
    `${name} (${value.toFixed(2)}, expected ${predicted.low.toFixed(2)} to ${predicted.high.toFixed(2)})`,
  )
}

const percent = (value: number, digits = 0) => `${(100 * value).toFixed(digits)}%`

/** Names the CPU models, with their number of machines. */
function modelsText({ runs }: PooledResult): string {
  const models = Map.groupBy(runs, ({ file }) => file.environment.cpuModel)
  return [...models]
    .map(([model, alike]) => `${new Set(alike.map(({ machine }) => machine)).size} ${model}`)
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
  const orders = healthyOf(holdOut(result)).flatMap(({ servers }) => orderOf(servers) ?? [])
  const sentences = [
    `These figures come from ${plural(result.runs.length, 'run')} on ${plural(result.machines, 'machine')} (${modelsText(result)})${onOneText(result)}.`,
    `On another machine, expect ratios within ±${percent(statistics.median(ratios))} for a typical server, ±${percent(Math.max(...ratios))} for the worst (95%). ${predictionText(result)}`,
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
