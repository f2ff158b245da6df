/** Published results as data for other programs, and as badges. Part of the Pages site, and not of the repository. */
import { z } from 'zod'
import { Environment } from '../../shared/format/fields.ts'
import type { Summary } from '../../shared/format/format.ts'
import { run } from '../../shared/probes/run.ts'
import { isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { DataTable } from '../table/data.ts'
import { probeData } from '../table/probe-table.ts'
import { marksOf } from '../text/marks.ts'

const Machine = Environment.pick({
  cpuModel: true,
  cpuCount: true,
  memoryBytes: true,
  os: true,
  kernel: true,
  arch: true,
})

const Index = z.strictObject({
  schema: z.literal(1),
  scenarios: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      results: z.string().describe('path of its figures, from this file'),
      provisional: z.boolean().describe('whether its only machine failed the health check'),
      servers: z.array(z.string()).describe('measured servers, which have a badge'),
      runs: z
        .array(
          z.strictObject({
            file: z.string().describe('path in the repository'),
            link: z.string().describe('to the file, in the commit that the site is made from'),
            startedAt: z.string(),
            runtimes: Environment.shape.runtimes,
            machine: Machine.extend({
              number: z.int().min(1).describe('runs of one machine share it'),
            }),
          }),
        )
        .describe('the newest first'),
    }),
  ),
})

/** Of shields.io: https://shields.io/badges/endpoint-badge */
const Badge = z.strictObject({
  schemaVersion: z.literal(1),
  label: z.string().min(1),
  message: z.string().min(1),
  color: z.string(),
})

/**
 * Returns contents by path from the folder `data/`. The JSON Schemas of the three kinds of files are among them.
 * @param source address of the repository's files
 */
export function dataFiles(published: readonly Published[], source: string): Map<string, string> {
  const results = published.map(({ result }) => result)
  const schemas = { index: Index, results: DataTable, badge: Badge }
  const files: (readonly [string, unknown])[] = [
    [
      'index.json',
      {
        schema: 1,
        scenarios: results.map((result) => indexEntry(result, source)),
      } satisfies z.infer<typeof Index>,
    ],
    ...results.map((result) => [resultsPath(result), probeData(run, result)] as const),
    ...results.flatMap(badges),
    ...Object.entries(schemas).map(
      ([name, schema]) => [`schema/${name}.json`, z.toJSONSchema(schema)] as const,
    ),
  ]
  return new Map(files.map(([path, data]) => [path, `${JSON.stringify(data)}\n`]))
}

const resultsPath = ({ scenario }: PooledResult) => `results/${scenario}.json`

const measuredIn = ({ subjects: servers }: PooledResult) =>
  servers.flatMap(({ name, summary }) => (summary ? [{ name, summary }] : []))

function indexEntry(
  result: PooledResult,
  source: string,
): z.infer<typeof Index>['scenarios'][number] {
  return {
    name: result.scenario,
    title: titleOf(result.scenario),
    results: resultsPath(result),
    provisional: isProvisional(result),
    servers: measuredIn(result).map(({ name }) => name),
    runs: result.runs.map(({ file: { startedAt, environment }, path, machine }) => {
      const { cpuModel, cpuCount, memoryBytes, os, kernel, arch, runtimes } = environment
      return {
        file: path,
        link: `${source}/${path}`,
        startedAt,
        runtimes,
        machine: { number: machine, cpuModel, cpuCount, memoryBytes, os, kernel, arch },
      }
    }),
  }
}

/** Returns a badge per server: the rank interval among the ranked servers, with the marks of caveats. */
function badges(result: PooledResult): [string, z.infer<typeof Badge>][] {
  const measured = measuredIn(result)
  const isFinal = !isProvisional(result)
  const ranked = measured.filter(({ summary }) => summary.ranks).length
  return measured.map(({ name, summary }) => {
    const words = [
      rankWords(summary.ranks, ranked),
      marksOf(summary),
      isFinal ? '' : '(provisional)',
    ]
    const message = words.filter(Boolean).join(' ')
    const color = isFinal ? 'blue' : 'lightgrey'
    return [
      `badge/${name}/${result.scenario}.json`,
      { schemaVersion: 1, label: `rank, ${titleOf(result.scenario)}`, message, color },
    ]
  })
}

function rankWords(ranks: Summary['ranks'], of: number): string {
  if (!ranks) return 'unranked: accepts invalid data'
  const { best, worst } = ranks
  return `${best === worst ? best : `${best} to ${worst}`} of ${of}`
}
