/** What transfers between machines: regions of the article on them. */
import * as statistics from 'simple-statistics'
import { grouped } from '../../shared/basics/text.ts'
import type { Summary } from '../../shared/format/format.ts'
import {
  type HeldOut,
  type HeldOutServer,
  halfWidthOf,
  holdOut,
  orderOf,
  rmsOf,
  shareWithin,
} from '../../shared/results/held-out.ts'
import { identityOf, isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult, PooledRun } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { rateText, signedText, significant } from '../../shared/text/numbers.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { columnsTable } from '../text/markdown.ts'

/** The article compares this kind of machine with the others. */
const KIND = 'AMD EPYC'
const SCENARIO = 'update-user'
/** Its servers are close together. */
const CLOSE = 'user-list'

type Row = readonly [figure: string, text: string]

/** Returns the regions of the article; empty ones while one kind of machine is measured. */
export function machinesRegions(
  published: readonly Published[],
): Record<'machines-transfer' | 'machines-kinds' | 'machines-quick', string> {
  const results = published.map(({ result }) => result).filter((each) => !isProvisional(each))
  const of = (scenario: string) => results.find((result) => result.scenario === scenario)
  const machines = results.flatMap(holdOut).filter(({ healthy }) => healthy)
  const kinds = leftOut(machines, 'kind').flatMap(({ servers }) => servers)
  const quick = leftOut(machines, 'machine').flatMap(({ calibrated }) => calibrated)
  const [main, close] = [of(SCENARIO), of(CLOSE)]
  return {
    'machines-transfer': main ? transferTable(main, close) : '',
    'machines-kinds': kinds.length > 0 ? kindsText(kinds) : '',
    'machines-quick': quick.length > 0 ? quickText(quick, kinds) : '',
  }
}

const leftOut = (machines: readonly HeldOut[], what: HeldOut['leftOut']) =>
  machines.filter((machine) => machine.leftOut === what)
const percent = (share: number) => `${Math.round(100 * share)}%`
const rms = (differences: readonly number[]) =>
  `${significant(100 * statistics.rootMeanSquare([...differences]), 2)}% (rms)`
const changeText = (difference: number) => `${signedText(100 * Math.expm1(difference))}%`
const withinText = (servers: readonly HeldOutServer[]) =>
  `${percent(shareWithin(servers, 'ratio'))} of ${servers.length} ratios were inside`

const kindsText = (servers: readonly HeldOutServer[]) =>
  `Predicted this way without any machine of the same kind, ${withinText(servers)}; ±${percent(halfWidthOf(servers))} for a typical server. That is wide, but it is all that is known before the new machine is measured.`

const quickText = (servers: readonly HeldOutServer[], kinds: readonly HeldOutServer[]) =>
  `That narrows the interval${kinds.length > 0 ? ` from ±${percent(halfWidthOf(kinds))}` : ''} to ±${percent(halfWidthOf(servers))}: ${withinText(servers)}, with errors of ${significant(100 * rmsOf(servers), 2)}% (rms).`

function transferTable(result: PooledResult, close: PooledResult | undefined): string {
  const changes = changesOf(result)
  const [least, greatest] = [changes.at(0), changes.at(-1)]
  if (!least || !greatest) return ''
  const byRuntime = [...Map.groupBy(changes, ({ runtime }) => runtime)].map(
    ([runtime, alike]) =>
      `${runtimeTitles[runtime]} ${changeText(statistics.mean(alike.map(({ change }) => change)))}`,
  )
  const rates = result.runs.flatMap((run) => summaryIn(run, result.details.baseline) ?? [])
  const levels = rates.map(({ requestsPerSecond }) => requestsPerSecond.value)
  const rows: Row[] = [
    ...orderRows(result, (machine) => machine.kind === KIND),
    ['ratio to `node:http`', `on average ${byRuntime.join(', ')}`],
    [
      'ratio of one server',
      `${changeText(least.change)} (${least.name}) to ${changeText(greatest.change)} (${greatest.name})`,
    ],
    ['peak memory', rms(figureChanges(result, ({ peakMemory }) => peakMemory.value))],
    [
      'p99 × requests/s',
      rms(
        figureChanges(
          result,
          ({ latencyP99, requestsPerSecond }) => latencyP99.value * requestsPerSecond.value,
        ),
      ),
    ],
    [
      'requests/s',
      `follows the machine: \`node:http\` handled ${rateText(Math.min(...levels))} to ${rateText(Math.max(...levels))}`,
    ],
    ...laterRow(result),
    ...(close ? orderRows(close, () => true) : []),
  ]
  return columnsTable(rows, [
    ['figure', ([figure]) => figure],
    [`${KIND}, relative to the other machines`, ([, text]) => text, 'left'],
  ])
}

/** States the rank correlation of predicted with measured ratios: the lowest of the machines left out. */
function orderRows(result: PooledResult, isChosen: (machine: HeldOut) => boolean): Row[] {
  const machines = leftOut(holdOut(result), 'machine').filter(
    (machine) => machine.healthy && isChosen(machine),
  )
  const orders = machines.flatMap((machine) => {
    const order = orderOf(machine.servers)
    return order === null ? [] : [{ order, servers: machine.servers.length }]
  })
  const [lowest] = orders.toSorted((a, b) => a.order - b.order)
  if (!lowest) return []
  const where = result.scenario === SCENARIO ? '' : ` in ${titleOf(result.scenario)}`
  const machine = result.scenario === SCENARIO ? '' : ' between two machines'
  return [
    [
      `order of ${lowest.servers} servers${where}`,
      `rank correlation ${lowest.order.toFixed(3)}${machine}`,
    ],
  ]
}

/** Returns the changes of ratios on a machine measured twice, with the longest time between. */
function laterRow(result: PooledResult): Row[] {
  const pairs = result.runs.flatMap((recent) =>
    result.runs
      .filter(({ machine }) => machine === recent.machine)
      .map((old) => ({ old, recent, hours: hoursOf(recent) - hoursOf(old) })),
  )
  const [longest] = pairs.toSorted((a, b) => b.hours - a.hours)
  if (!longest || longest.hours === 0) return []
  const { old, recent, hours } = longest
  const { baseline } = result.details
  const changes = result.subjects.flatMap(({ name }) => {
    const ratios = [old, recent].map((run) => summaryIn(run, name)?.ratioToBaseline?.value)
    const [before, after] = ratios
    return before && after && name !== baseline ? [Math.log(after / before)] : []
  })
  const [before = '', after = ''] = [old, recent].map((run) =>
    rateText(summaryIn(run, baseline)?.requestsPerSecond.value ?? 0),
  )
  return [
    [
      `the same machine ${grouped(Math.round(hours))} hours later`,
      `\`node:http\` from ${before} to ${after} requests/s; ${changes.length} ratios ${rms(changes)}`,
    ],
  ]
}

const hoursOf = ({ file }: PooledRun) => Date.parse(file.startedAt) / 3.6e6

const summaryIn = ({ file }: PooledRun, name: string) =>
  file.subjects.find((server) => server.name === name)?.summary

/** Returns the changes of servers' log(ratio) from the other kinds to this one, in ascending order. */
function changesOf({ ratios, details }: PooledResult) {
  return [...ratios]
    .flatMap(([name, runs]) => {
      const change = changeOf(runs.map((run) => ({ ...run, value: run.ratio.difference })))
      const runtime = runs[0]?.runtime ?? ''
      return change === null || name === details.baseline ? [] : [{ name, runtime, change }]
    })
    .sort((a, b) => a.change - b.change)
}

/** Returns the changes of the logarithms of a figure of today's servers. */
function figureChanges({ subjects, runs }: PooledResult, figure: (of: Summary) => number) {
  return subjects.flatMap((server) => {
    const alike = runs.flatMap((run) => {
      const there = run.file.subjects.find(({ name }) => name === server.name)
      return there?.summary && identityOf(there) === identityOf(server)
        ? [
            {
              kind: run.file.environment.cpuModel,
              machine: String(run.machine),
              value: Math.log(figure(there.summary)),
            },
          ]
        : []
    })
    return changeOf(alike) ?? []
  })
}

/** Returns the mean of this kind's machines minus that of the others; null without one of both. */
function changeOf(runs: readonly { kind: string; machine: string; value: number }[]) {
  const means = [true, false].map((isKind) => {
    const machines = Map.groupBy(
      runs.filter(({ kind }) => (kind === KIND) === isKind),
      ({ machine }) => machine,
    )
    return [...machines.values()].map((alike) => statistics.mean(alike.map(({ value }) => value)))
  })
  const [here = [], elsewhere = []] = means
  return here.length > 0 && elsewhere.length > 0
    ? statistics.mean(here) - statistics.mean(elsewhere)
    : null
}
