import * as statistics from 'simple-statistics'
import type { Result } from '../../shared/results/format.ts'
import { differencesOfRuns, holdOut, isWithin, orderOf, rmsOf } from '../../shared/results/held-out.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { withoutWithdrawn } from '../../shared/results/withdrawn.ts'
import { halfWidth } from '../../shared/stats/intervals.ts'
import { renderSvg } from '../draw/frame.ts'
import { themes } from '../draw/theme.ts'
import { rateText, ratioText, significant } from '../text/numbers.ts'
import { type Article, MissingFigure } from './article.ts'
import { drawMoved, type Moved, shareOf } from './moved.ts'

/** Runs of `reject` by the same servers, packages and Node, on two virtual machines of one description. */
const PAIR = ['2026-11-22T18-47-34Z', '2026-11-22T20-57-27Z'].map((date) => `results/reject/${date}.json`)

/** @param result the published one of a scenario with two healthy machines and an unhealthy one */
export function machinesArticle(result: PooledResult): Article {
  const [one, other] = PAIR.map((path) => storedRuns('reject').find((run) => run.path === path)?.file)
  const health = storedRuns(result.scenario).findLast(({ file }) => file.health?.healthy === false)?.file.health
  const held = holdOut(result)
  const unhealthy = held.find(({ healthy }) => !healthy)?.servers
  if (!one || !other || !unhealthy || !health?.expectedRatio)
    throw new MissingFigure('the article on machines lacks a run')
  const pair = both([ratiosIn(one), ratiosIn(other)])
  const healthyPair = both(machineRatios(result))
  const [fallen, risen] = [pair[0] as Moved, pair.at(-1) as Moved]
  const logs = pair.map((moved) => Math.log(shareOf(moved)))
  const orders = held.flatMap(({ healthy, servers }) => (healthy ? (orderOf(servers) ?? []) : []))
  const figures = {
    ...{ cpu: one.environment.cpuModel, cpus: String(one.environment.cpuCount), date: one.startedAt.slice(0, 10) },
    ...{ node: one.environment.runtimes.node ?? '', servers: String(pair.length) },
    gigabytes: significant(one.environment.memoryBytes / 1e9, 2),
    ...{ baselineFirst: baselineRate(one), baselineSecond: baselineRate(other) },
    ...{ widthFirst: widthText(one), widthSecond: widthText(other) },
    ...{ fallen: fallen.name, fallenBy: changeText(fallen), risen: risen.name, risenBy: changeText(risen) },
    ...{ risenFirst: ratioText(risen.first), risenSecond: ratioText(risen.second) },
    ...{ mean: percent(statistics.mean(logs)), sd: percent(statistics.sampleStandardDeviation(logs)) },
    order: orderText(pair),
    ...{ healthyCpu: result.environment.cpuModel, healthyCpus: String(result.environment.cpuCount) },
    ...{ healthyServers: String(healthyPair.length), healthyRms: percent(differencesOfRuns(result).machines ?? 0, 1) },
    ...{ healthyLeast: changeText(healthyPair[0] as Moved), healthyMost: changeText(healthyPair.at(-1) as Moved) },
    healthyOrder: Math.min(...orders).toFixed(3),
    ...{ unhealthyServers: String(unhealthy.length), unhealthyRms: percent(rmsOf(unhealthy), 1) },
    unhealthyOrder: orderOf(unhealthy)?.toFixed(3) ?? '',
    unhealthyOutside: String(unhealthy.filter(({ ratio }) => !isWithin(ratio)).length),
    checked: significant(health.heavy.userMicroseconds / health.light.userMicroseconds, 2),
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
      draw: (name) => renderSvg(drawMoved(title, pair, healthyPair, themes[name]), [caption], themes[name]),
    },
  }
}

/** Ratios to the baseline of a run, by server. */
function ratiosIn(result: Result): Map<string, number> {
  return new Map(
    withoutWithdrawn(result).servers.flatMap(({ name, summary }) =>
      summary?.ratioToBaseline && name !== result.baseline ? [[name, summary.ratioToBaseline.ratio]] : [],
    ),
  )
}

/** The same for each machine of a pooled result: geometric means over its runs. */
function machineRatios({ ratios }: PooledResult): Map<string, number>[] {
  const runs = [...ratios].flatMap(([name, own]) => own.map((run) => ({ name, ...run })))
  return [...Map.groupBy(runs, ({ machine }) => machine).values()].map((own) => {
    const byServer = Map.groupBy(own, ({ name }) => name)
    const meanOf = (all: typeof own) => Math.exp(statistics.mean(all.map(({ ratio }) => ratio.difference)))
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
  return rateText(servers.find(({ name }) => name === baseline)?.summary?.requestsPerSecond.value ?? 0)
}

/** Median half width of the 95% intervals of a run's ratios. */
function widthText({ servers }: Result): string {
  const widths = servers.flatMap(
    ({ summary }) => (summary?.ratioToBaseline && halfWidth(summary.ratioToBaseline)) || [],
  )
  return percent(statistics.median(widths.filter((width) => width > 0)), 1)
}

const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)}%`

const changeText = (moved: Moved) => `${shareOf(moved) < 1 ? '−' : '+'}${percent(Math.abs(shareOf(moved) - 1))}`

function orderText(all: readonly Moved[]): string {
  const [first, second] = [all.map((moved) => moved.first), all.map((moved) => moved.second)]
  return statistics.sampleRankCorrelation(first, second).toFixed(3)
}
