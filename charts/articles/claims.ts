import claims from '../../results/experiments/claims.json' with { type: 'json' }
import type { Published } from '../../shared/results/published.ts'
import { ratioFrom } from '../../shared/stats/intervals.ts'
import { medianOf } from '../../shared/stats/statistics.ts'
import { range, significant } from '../text/numbers.ts'
import { type Article, dotChart, type Figures, MissingFigure } from './article.ts'

/** What pages say: requests/s of the server that is faster, and of the other. */
const CLAIMED: Record<string, [fast: number, slow: number]> = {
  // https://elysiajs.com/migrate/from-express
  elysia: [2_454_631, 113_117],
  // https://github.com/fastify/fastify#benchmarks, and the benchmark that it links to
  fastify: [77_193, 14_200],
  'fastify.nightly': [46_850.4, 27_794],
  // https://github.com/middleapi/orpc/blob/main/apps/content/docs/comparison.mdx, and its benchmark's README of 2025
  orpc: [18_551, 4_299],
  'orpc.before': [14_728.4, 5_221.11],
  // https://github.com/honojs/node-server/pull/394
  hono: [74_428.96, 24_380.41],
  // https://github.com/MionKit/Benchmarks#benchmark-results
  mion: [13_936, 4_596.6],
  'mion.http': [18_598, 4_596.6],
  'mion.share': [13_936, 18_598],
  // https://bun.sh
  bun: [48_243, 25_181],
}

/** In the words of the same pages, and of https://elysiajs.com. */
const QUOTED = {
  'elysia.quote': '21x faster than Express',
  'orpc.quote': 'about 4.3x as many requests as tRPC',
  'hono.quote': '3.1 times faster than Express',
}

/** Bytes per request of Express, by the throughput in https://github.com/honojs/node-server/pull/394. */
const HONO_BYTES = (6.98 * 2 ** 20) / 24_380.41

/** Hardware threads of https://github.com/TechEmpower/FrameworkBenchmarks/wiki/Project-Information-Environment. */
const THREADS = 28

/** Published ratios of servers. */
const OURS: Record<string, [scenario: string, fast: string, slow: string]> = {
  elysia: ['hello', 'elysia.bun', 'express'],
  fastify: ['hello', 'fastify', 'express'],
  hono: ['hello', 'hono', 'express'],
  'hono.body': ['update-user', 'hono', 'express'],
  mion: ['update-user', 'mion', 'express'],
  'mion.http': ['update-user', 'http-node', 'express'],
  'mion.share': ['update-user', 'mion', 'http-node'],
}

/** In the order of the chart. */
const LABELS = {
  elysia: 'Elysia / Express',
  fastify: 'Fastify / Express',
  orpc: 'oRPC / tRPC',
  hono: 'Hono / Express',
  mion: 'mion / Express',
  bun: 'Bun / Node.js',
}

interface Ratio {
  value: number
  /** Ends of the range of rounds, or of the 95% interval. */
  low: number
  high: number
}

/** Figures are named after claims: `hono.claimed`, `hono.rerun`, `hono.ours`, and `hono.<what a setting changes>`. */
export function claimsArticle(published: readonly Published[]): Article {
  const { madeAt, figures } = claims
  const { cpu, rounds, versions, comparisons } = figures
  const reruns = new Map(comparisons.flatMap(rerunsOf))
  const ours = new Map(
    Object.entries(OURS).map(([name, servers]) => [name, ratioIn(published, ...servers)]),
  )
  const rpc = reruns.get('orpc.ours')
  if (rpc) ours.set('orpc', rpc.ratio)
  // The rerun has another server of mion's page.
  const rerunOf = (name: string) =>
    name === 'mion' ? undefined : reruns.get(`${name}.rerun`)?.ratio
  const names = Object.keys(LABELS)
  const claimed = names.map((name) => ratioOf(CLAIMED[name]))
  const again = names.flatMap((name) => rerunOf(name)?.value ?? [])
  const here = names.flatMap((name) => ours.get(name)?.value ?? [])
  const own = comparisons.filter(({ change }) => change === null)
  const pipelining = own.find(({ claim }) => claim === 'elysia')?.load.pipelining ?? 1
  const date = madeAt.slice(0, 10)
  const threads = CLAIMED.elysia?.map((rate) => significant(rate / THREADS, 2)) ?? []
  return {
    name: 'claims',
    figures: {
      ...Object.fromEntries(
        Object.entries(CLAIMED).map(([name, rates]) => [`${name}.claimed`, two(ratioOf(rates))]),
      ),
      ...Object.assign(
        {},
        ...[...reruns].map(([name, rerun]) => ({ ...figuresOf(name, rerun.ratio), ...rerun.more })),
      ),
      ...Object.fromEntries(
        own.map(({ claim, load }) => [`${claim}.connections`, String(load.connections)]),
      ),
      ...Object.assign({}, ...[...ours].map(([name, ratio]) => figuresOf(`${name}.ours`, ratio))),
      ...Object.fromEntries(
        Object.entries(versions).map(([name, version]) => [`${name}.version`, version ?? '']),
      ),
      ...QUOTED,
      ...{ threads: String(THREADS), 'elysia.pipelining': String(pipelining) },
      ...{ date, cpu, rounds: String(rounds), 'hono.claimed.bytes': HONO_BYTES.toFixed(0) },
      ...{ 'elysia.thread': threads[0] ?? '', 'express.thread': threads[1] ?? '' },
    },
    chart: dotChart({
      title: `Claims of ${ends(claimed)} times: ${ends(again)} when rerun, ${ends(here)} in this suite`,
      subtitle:
        'Ratio of requests/s: as claimed, rerun in the same setting on one small machine, and in this suite.',
      axis: 'ratio of requests/s',
      headings: ['claimed', 'rerun', 'ours'],
      dots: Object.entries(LABELS).map(([name, label]) => {
        const value = ratioOf(CLAIMED[name])
        const [rerun, published] = [rerunOf(name), ours.get(name)]
        const points = [
          { role: 'baseline' as const, value, low: value, high: value },
          ...(rerun ? [{ role: 'node' as const, ...rerun }] : []),
          ...(published ? [{ role: 'bun' as const, ...published }] : []),
        ]
        return {
          label,
          value,
          points,
          texts: [two(value), two(rerun?.value), two(published?.value)],
        }
      }),
      titles: { baseline: 'claimed', node: 'rerun', bun: 'in this suite' },
      caption: `${date} · ${cpu} · lines: the range of ${rounds} rounds, or the 95% interval`,
    }),
  }
}

interface Trial {
  requestsPerSecond: number
  cpuMicroseconds: number
  bytes?: number
}

interface Comparison {
  claim: string
  change: string | null
  sides: { name: string; trials: Trial[] }[]
}

/** Returns the ratios of rounds to the first server, as medians with their range, by name. */
function rerunsOf({
  claim,
  change,
  sides: [fast, ...others],
}: Comparison): [string, { ratio: Ratio; more: Figures }][] {
  return others.map((slow, i) => {
    const figure = `${claim}.${(change ?? (i === 0 ? 'rerun' : slow.name)).replaceAll(' ', '-')}`
    const median = (value: (fast: Trial, slow: Trial) => number) =>
      medianOf(slow.trials.map((trial, round) => value(fast?.trials[round] as Trial, trial)))
    const {
      median: value,
      min: low,
      max: high,
    } = median((a, b) => a.requestsPerSecond / b.requestsPerSecond)
    const busy = median((a) => a.requestsPerSecond * a.cpuMicroseconds * 1e-6).median
    const more = {
      [`${figure}.busy`]: `${(100 * busy).toFixed(0)}%`,
      [`${figure}.slow`]: two(median((_, b) => b.requestsPerSecond).median),
      [`${figure}.bytes`]: median((_, { bytes = 0 }) => bytes).median.toFixed(0),
    }
    return [figure, { ratio: { value, low, high }, more }]
  })
}

/** @throws MissingFigure if no published result has both servers */
function ratioIn(
  published: readonly Published[],
  scenario: string,
  fast: string,
  slow: string,
): Ratio {
  const contrast = published
    .find(({ result }) => result.scenario === scenario)
    ?.result.contrast(fast, slow)
  if (!contrast) throw new MissingFigure(`no published ratio of ${fast} to ${slow}`)
  const { ratio: value, low, high } = ratioFrom(contrast)
  return { value, low: low ?? value, high: high ?? value }
}

const figuresOf = (name: string, { value, low, high }: Ratio): Figures => ({
  [name]: two(value),
  [`${name}.range`]: range(low, high, two),
})

const ratioOf = ([fast, slow]: readonly number[] = []) => (fast ?? 0) / (slow ?? 1)

function ends(values: readonly number[]): string {
  const { min, max } = medianOf(values)
  return `${two(min)} to ${two(max)}`
}

const two = (value = Number.NaN) => (Number.isNaN(value) ? '' : significant(value, 2))
