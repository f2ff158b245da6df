/** Claims of frameworks, rerun, beside the same ratios in published results: regions and the picture of the article on them. */
import { z } from 'zod'
import { ROOT } from '../../shared/basics/root.ts'
import { readJson } from '../../shared/format/stored-files.ts'
import type { DotChart } from '../../shared/probe/chart.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { factorText } from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { medianAndRange, ratioFrom } from '../../shared/stats/intervals.ts'
import { range, significant } from '../../shared/text/numbers.ts'
import { chartPicture, type Picture, pictureText } from '../draw/pictures.ts'
import { runsText } from '../text/conditions.ts'
import { blocks, columnsTable, inline, type TableColumn, textColumn } from '../text/markdown.ts'

const ARTICLE = 'docs/articles/claims.md'
const FILE = 'results/experiments/claims.json'

const Trial = z.object({ requestsPerSecond: z.number().positive() })
const Reruns = z.object({
  madeAt: z.iso.datetime(),
  figures: z.object({
    cpu: z.string(),
    comparisons: z.array(
      z.object({
        claim: z.string(),
        change: z.string().nullable().describe('of the claim’s own setting'),
        sides: z.array(z.object({ name: z.string(), trials: z.array(Trial).min(1) })).min(2),
      }),
    ),
  }),
})

export type Reruns = z.infer<typeof Reruns>

/** @throws UsageError that names the first invalid field */
export const readReruns = (root = ROOT): Reruns | undefined => readJson(FILE, Reruns, root)

interface Claim {
  title: string
  /** Times the requests/s. */
  claimed: number
  /** Id of its rerun. */
  rerun?: string
  servers?: readonly [string, string]
  /** Of the claim, among ours; without one, it is not in the picture. */
  scenario?: string
}

const CLAIMS: readonly Claim[] = [
  {
    title: 'Elysia / Express',
    claimed: 21,
    rerun: 'elysia',
    servers: ['elysia.bun', 'express'],
    scenario: 'hello',
  },
  {
    title: 'Fastify / Express',
    claimed: 5.4,
    rerun: 'fastify',
    servers: ['fastify', 'express'],
    scenario: 'hello',
  },
  {
    title: 'oRPC / tRPC',
    claimed: 4.3,
    rerun: 'orpc',
    servers: ['orpc', 'trpc'],
    scenario: 'update-user',
  },
  { title: 'node:http / Express', claimed: 4, rerun: 'mion', servers: ['http-node', 'express'] },
  {
    title: 'Hono / Express',
    claimed: 3.1,
    rerun: 'hono',
    servers: ['hono', 'express'],
    scenario: 'hello',
  },
  {
    title: 'mion / Express',
    claimed: 3,
    servers: ['mion', 'express'],
    scenario: 'update-user',
  },
  { title: 'Bun / Node.js', claimed: 1.9, rerun: 'bun' },
  { title: 'mion / node:http', claimed: 0.75, servers: ['mion', 'http-node'] },
]

/** Scenarios of the table's columns. */
const SCENARIOS = ['hello', 'update-user']

/** Returns the regions of the article; empty ones without reruns. */
export function claimsRegions(
  reruns: Reruns | undefined,
  published: readonly Published[],
): Record<'claims-picture' | 'claims-table', string> {
  if (!reruns) return { 'claims-picture': '', 'claims-table': '' }
  const results = SCENARIOS.flatMap((name) => resultOf(name, published) ?? [])
  const ours = results.map(
    (result): TableColumn<Claim> => [
      `ours, ${titleOf(result.scenario)}`,
      ({ servers }) => (servers ? estimateText(oursOf(servers, result)) : ''),
    ],
  )
  return {
    'claims-picture': pictureText(claimsPicture(reruns, published), ARTICLE),
    'claims-table': blocks(
      columnsTable(CLAIMS, [
        textColumn('requests/s of', ({ title }) => title),
        ['claimed', ({ claimed }) => significant(claimed, 2)],
        ['rerun', ({ rerun }) => estimateText(rerunOf(rerun, reruns))],
        ...ours,
      ]),
      inline(`Ours: ${results.map((each) => `${each.scenario}, ${runsText(each)}`).join('; ')}.`),
    ),
  }
}

/** Returns the picture: claims that a scenario of ours is like, and those that were only rerun. */
export function claimsPicture(reruns: Reruns, published: readonly Published[]): Picture {
  const rows = CLAIMS.filter(({ scenario, servers }) => scenario || !servers).map((claim) => ({
    ...claim,
    ...{ name: claim.title, displayName: claim.title, version: null, runtime: '' },
    runtimeVersion: '',
    again: rerunOf(claim.rerun, reruns),
    ours: oursOf(claim.servers, resultOf(claim.scenario, published)),
  }))
  const ends = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    return [Math.min(...known), Math.max(...known)].map((end) => significant(end, 2)).join(' to ')
  }
  const text = (estimate: Estimate | null) => (estimate ? significant(estimate.value, 2) : '')
  const chart: DotChart<(typeof rows)[number]> = {
    kind: 'dots',
    name: 'claims',
    what: 'ratio of requests/s',
    processes: null,
    title: `Claims of ${ends(rows.map(({ claimed }) => claimed))} times: ${ends(rows.map(({ again }) => again?.value))} when rerun, ${ends(rows.map(({ ours }) => ours?.value))} in this suite`,
    subtitle:
      'Ratio of requests/s: as claimed, rerun in the same setting on one small machine, and in this suite.',
    rows,
    all: true,
    axis: 'ratio of requests/s',
    headings: ['claimed', 'rerun', 'ours'],
    figures: ({ claimed, again, ours }) => ({
      value: claimed,
      figure: significant(claimed, 2),
      aside: text(again),
      more: [text(ours)],
    }),
    points: rows.flatMap((row) => [
      { row: { ...row, runtime: 'deno' }, value: row.claimed },
      ...(row.again ? [{ row: { ...row, runtime: 'node' }, ...row.again }] : []),
      ...(row.ours ? [{ row: { ...row, runtime: 'bun' }, ...row.ours }] : []),
    ]),
    legend: { deno: 'claimed', node: 'rerun', bun: 'in this suite' },
  }
  const place = `reruns: ${reruns.madeAt.slice(0, 10)}, ${reruns.figures.cpu}`
  const conditions = `${place} · lines: the range of the rounds, or the 95% interval`
  return chartPicture(ARTICLE, chart, [], { conditions: [conditions] })
}

const resultOf = (name: string | undefined, published: readonly Published[]) =>
  published.find(({ result }) => result.scenario === name)?.result

/** Returns the ratio in a claim's own setting: the median of the rounds, with their range. */
function rerunOf(claim: string | undefined, { figures }: Reruns): Estimate | null {
  const own = figures.comparisons.find((each) => each.claim === claim && each.change === null)
  const [first, second] = own?.sides ?? []
  if (!first || !second) return null
  return medianAndRange(
    first.trials.flatMap(({ requestsPerSecond }, i) => {
      const other = second.trials[i]
      return other ? [requestsPerSecond / other.requestsPerSecond] : []
    }),
  )
}

/** Returns the ratio in published runs; null where they bear none. */
function oursOf(
  servers: readonly [string, string] | undefined,
  result: PooledResult | undefined,
): Estimate | null {
  const contrast = servers && result?.contrast(...servers)
  const ratio = contrast ? ratioFrom(contrast) : null
  return ratio && factorText(ratio) !== null ? ratio : null
}

function estimateText(estimate: Estimate | null): string {
  if (!estimate) return ''
  const { value, low, high } = estimate
  const text = (each: number) => significant(each, 2)
  const ends = low === null || high === null ? '' : range(low, high, text)
  return ends === '' ? text(value) : `${text(value)} (${ends})`
}
