import * as statistics from 'simple-statistics'
import type { Result } from '../../shared/format/format.ts'
import { withoutWithdrawn } from '../../shared/format/withdrawn.ts'
import {
  differencesOfRuns,
  type HeldOut,
  holdOut,
  isWithin,
  orderOf,
  rmsOf,
} from '../../shared/results/held-out.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { halfWidth } from '../../shared/stats/intervals.ts'
import { renderSvg } from '../draw/frame.ts'
import { themes } from '../draw/theme.ts'
import { rateText, ratioText, significant } from '../text/numbers.ts'
import { type Article, MissingFigure } from './article.ts'
import { drawMoved, type Moved, shareOf } from './moved.ts'

/** Runs of `reject` by the same servers, packages and Node, on two virtual machines of one description. */
const PAIR = ['2026-11-22T18-47-34Z', '2026-11-22T20-57-27Z'].map(
  (date) => `results/reject/${date}.json`,
)

/**
 * @param result the published one of a scenario with two healthy machines, one of them measured more than once, and an
 * unhealthy one
 * @param list that of a scenario whose order transfers worst
 */
export function machinesArticle(result: PooledResult, list: PooledResult | undefined): Article {
  const [one, other] = PAIR.map(
    (path) => storedRuns('reject').find((run) => run.path === path)?.file,
  )
  const runs = storedRuns(result.scenario).map(({ file }) => file)
  const health = runs.findLast((run) => run.health?.healthy === false)?.health
  const healthyRuns = runs.filter((run) => run.health?.healthy === true)
  const [earlier, later] = longestRepeat(healthyRuns)
  const held = holdOut(result)
  const heldList = list ? holdOut(list).filter((each) => each.healthy) : []
  const unhealthy = held.find(({ healthy }) => !healthy)?.servers
  if (
    !one ||
    !other ||
    !earlier ||
    !later ||
    !unhealthy ||
    heldList.length === 0 ||
    !health?.expectedRatio
  )
    throw new MissingFigure('the article on machines lacks a run')
  const pair = both([ratiosIn(one), ratiosIn(other)])
  const healthyPair = both(machineRatios(result))
  const [fallen, risen] = [pair[0] as Moved, pair.at(-1) as Moved]
  const logs = pair.map((moved) => Math.log(shareOf(moved)))
  const repeated = both([ratiosIn(earlier), ratiosIn(later)])
  const healthy = held.filter((each) => each.healthy)
  const figures = {
    ...{
      cpu: one.environment.cpuModel,
      cpus: String(one.environment.cpuCount),
      date: one.startedAt.slice(0, 10),
    },
    ...{ node: one.environment.runtimes.node ?? '', servers: String(pair.length) },
    gigabytes: significant(one.environment.memoryBytes / 1e9, 2),
    ...{ baselineFirst: baselineRate(one), baselineSecond: baselineRate(other) },
    ...{ widthFirst: widthText(one), widthSecond: widthText(other) },
    ...{
      fallen: fallen.name,
      fallenBy: changeText(fallen),
      risen: risen.name,
      risenBy: changeText(risen),
    },
    ...{ risenFirst: ratioText(risen.first), risenSecond: ratioText(risen.second) },
    ...{
      mean: percent(statistics.mean(logs)),
      sd: percent(statistics.sampleStandardDeviation(logs)),
    },
    ...{ pairRms: percent(rootMeanSquare(pair), 1), order: orderText(pair) },
    healthyMachines: String(healthy.length),
    healthyCpu: distinct(healthyRuns.map(({ environment }) => environment.cpuModel)),
    healthyCpus: distinct(healthyRuns.map(({ environment }) => environment.cpuCount)),
    ...{
      healthyServers: String(healthyPair.length),
      healthyRms: percent(differencesOfRuns(result).machines ?? 0, 1),
    },
    ...{
      healthyLeast: changeText(healthyPair[0] as Moved),
      healthyMost: changeText(healthyPair.at(-1) as Moved),
    },
    heldRms: percent(Math.max(...healthy.map(({ servers }) => rmsOf(servers))), 1),
    heldOrder: leastOrder(healthy),
    ...{ listServers: String(heldList[0]?.servers.length), listMachines: String(heldList.length) },
    listRms: percent(Math.max(...heldList.map(({ servers }) => rmsOf(servers))), 1),
    listOrder: leastOrder(heldList),
    ...{
      repeatedServers: String(repeated.length),
      repeatedRms: percent(rootMeanSquare(repeated), 1),
    },
    repeatedHours: (
      (Date.parse(later.startedAt) - Date.parse(earlier.startedAt)) /
      3_600_000
    ).toFixed(0),
    ...{
      repeatedFirst: baselineRate(earlier),
      repeatedSecond: baselineRate(later),
      repeatedOrder: orderText(repeated),
    },
    ...{ unhealthyServers: String(unhealthy.length), unhealthyRms: percent(rmsOf(unhealthy), 1) },
    unhealthyOrder: orderOf(unhealthy)?.toFixed(3) ?? '',
    unhealthyOutside: String(unhealthy.filter(({ ratio }) => !isWithin(ratio)).length),
    checked: significant(health.heavy.userMicroseconds / health.light.userMicroseconds, 2),
    machines: String(PAIR.length + held.length),
    ...{ expected: significant(health.expectedRatio, 2) },
  }
  const title = `Same code, another machine: ${risen.name}'s ratio to node:http rises by ${figures.risenBy.slice(1)}`
  const caption = [
    `starved, and another: reject, ${figures.date}, ${figures.cpu} (${figures.cpus} CPUs), Node.js ${figures.node}`,
    `healthy: ${result.scenario}, ${result.startedAt.slice(0, 10)}, ${figures.healthyCpu} (${figures.healthyCpus} CPUs), Node.js ${result.environment.runtimes.node}`,
  ]
  return {
    name: 'machines',
    figures,
    chart: {
      alt: title,
      draw: (name) =>
        renderSvg(drawMoved(title, pair, healthyPair, themes[name]), [caption], themes[name]),
    },
  }
}

const leastOrder = (held: readonly HeldOut[]) =>
  Math.min(...held.flatMap(({ servers }) => orderOf(servers) ?? [])).toFixed(3)

/** The two runs on one machine that have the most servers in common, the earlier one first. */
function longestRepeat(runs: readonly Result[]): Result[] {
  const pairs = runs.flatMap((later, i) =>
    runs
      .slice(0, i)
      .filter(({ environment: { boot } }) => boot !== null && boot === later.environment.boot)
      .map((earlier) => [earlier, later]),
  )
  const common = (pair: readonly Result[]) => both(pair.map(ratiosIn)).length
  return pairs.toSorted((a, b) => common(b) - common(a))[0] ?? []
}

const distinct = (values: readonly (string | number)[]) =>
  [...new Set(values.map(String))]
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .join(' and ')

const rootMeanSquare = (moved: readonly Moved[]) =>
  statistics.rootMeanSquare(moved.map((each) => Math.log(shareOf(each))))

/** Ratios to the baseline of a run, by server. */
function ratiosIn(result: Result): Map<string, number> {
  return new Map(
    withoutWithdrawn(result).servers.flatMap(({ name, summary }) =>
      summary?.ratioToBaseline && name !== result.baseline
        ? [[name, summary.ratioToBaseline.ratio]]
        : [],
    ),
  )
}

/** The same for each machine of a pooled result: geometric means over its runs. */
function machineRatios({ ratios }: PooledResult): Map<string, number>[] {
  const runs = [...ratios].flatMap(([name, own]) => own.map((run) => ({ name, ...run })))
  return [...Map.groupBy(runs, ({ machine }) => machine).values()].map((own) => {
    const byServer = Map.groupBy(own, ({ name }) => name)
    const meanOf = (all: typeof own) =>
      Math.exp(statistics.mean(all.map(({ ratio }) => ratio.difference)))
    return new Map([...byServer].map(([name, all]) => [name, meanOf(all)]))
  })
}

/** The servers of the first two machines, the one whose ratio falls most first. */
function both([first = new Map(), second = new Map()]: readonly Map<string, number>[]): Moved[] {
  return [...first]
    .flatMap(([name, ratio]) => {
      const there = second.get(name)
      return there === undefined ? [] : [{ name, first: ratio, second: there }]
    })
    .sort((a, b) => shareOf(a) - shareOf(b))
}

function baselineRate({ servers, baseline }: Result): string {
  return rateText(
    servers.find(({ name }) => name === baseline)?.summary?.requestsPerSecond.value ?? 0,
  )
}

/** Median half width of the 95% intervals of a run's ratios. */
function widthText({ servers }: Result): string {
  const widths = servers.flatMap(
    ({ summary }) => (summary?.ratioToBaseline && halfWidth(summary.ratioToBaseline)) || [],
  )
  return percent(statistics.median(widths.filter((width) => width > 0)), 1)
}

const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)}%`

const changeText = (moved: Moved) =>
  `${shareOf(moved) < 1 ? '−' : '+'}${percent(Math.abs(shareOf(moved) - 1))}`

function orderText(all: readonly Moved[]): string {
  const [first, second] = [all.map((moved) => moved.first), all.map((moved) => moved.second)]
  return statistics.sampleRankCorrelation(first, second).toFixed(3)
}
