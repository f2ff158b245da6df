/** The page of what servers execute for a request, made from the files of counts; and how it goes with CPU time. */
import * as statistics from 'simple-statistics'
import { countFootnotes, countMarks } from '../../shared/result/counts-summary.ts'
import type { Result } from '../../shared/result/format.ts'
import type { CountedServer, Counts } from '../../shared/result/instructions.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  counted,
  countsConditions,
  drawInstructions,
  INSTRUCTIONS_TITLE,
  instructionRows,
} from '../specs/instructions.ts'
import { finding } from '../specs/rows.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { INSTRUCTIONS_PATH, linkFrom } from '../text/paths.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

/** The server that others are held against. */
const REFERENCE = 'http-node'

const link = linkFrom(INSTRUCTIONS_PATH)

/** Page and pictures by path from the repository's root; none where nothing was counted. */
export async function instructionsFiles(published: readonly Stored<Counts>[]): Promise<Map<string, string>> {
  if (published.length === 0) return new Map()
  const pictures = published.map(({ file }) => chartOf(file))
  return new Map([[INSTRUCTIONS_PATH, instructionsPage(published)], ...(await drawAll(pictures))])
}

function chartOf(counts: Counts): Picture {
  const alt = finding(INSTRUCTIONS_TITLE, instructionRows(counts))
  return pictureOf(INSTRUCTIONS_PATH, counts.scenario, alt, (theme) => drawInstructions(counts, theme))
}

/** The whole page; all of it is generated. */
export function instructionsPage(published: readonly Stored<Counts>[]): string {
  return `${blocks(
    '# Instructions per request',
    `What each server executes in user space for one request, on the thread that runs the JavaScript: a second measure, which hardly moves with the machine and says nothing of time. [The method](${link('docs/instructions.md')}) says how it is counted, and what it is not. \`npm run bench -- instructions <scenario>\` counts yours.`,
    ...published.map(scenarioText),
  )}\n`
}

function scenarioText({ file: counts, path }: Stored<Counts>): string {
  const { scenario, servers, notInstalled } = counts
  const refused = servers.flatMap(({ displayName, refusal }) =>
    refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
  )
  return blocks(
    `## ${scenarios.get(scenario)?.title ?? scenario}`,
    pictureText(chartOf(counts), INSTRUCTIONS_PATH),
    countsTable(counts),
    list([
      ...countFootnotes(servers).map(inline),
      ...refused,
      ...notInstalled.map(({ name }) => `${inline(name)}: not installed, so not counted`),
      ...countsConditions(counts).map(inline),
      ...(counts.merged?.notes ?? []).map(inline),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )
}

/** A row a server, the fewest first. */
function countsTable(counts: Counts): string {
  const servers = counted(counts.servers).sort((a, b) => a.summary.javascript - b.summary.javascript)
  const reference = servers.find(({ name }) => name === REFERENCE)?.summary.javascript
  return columnsTable(servers, [
    ['server', ({ displayName, summary }) => inline(`${displayName} ${countMarks(summary)}`.trim())],
    ['instructions', ({ summary }) => significant(summary.javascript, 5)],
    ['±', ({ summary: { javascript, high } }) => (high === null ? '' : percent(high / javascript - 1, 2))],
    [`× ${REFERENCE}`, ({ summary }) => (reference ? (summary.javascript / reference).toFixed(3) : '')],
    ['sd between processes', ({ summary }) => percent(summary.sd, 2)],
    ['other threads', ({ summary }) => significant(summary.others, 3)],
    ['kernel, of CPU time', kernelCell],
  ])
}

function kernelCell({ processes }: CountedServer): string {
  const shares = processes.flatMap(({ systemShare }) => systemShare ?? [])
  return shares.length === 0 ? '' : percent(statistics.mean(shares), 0)
}

function percent(share: number, digits: number): string {
  return `${(share * 100).toFixed(digits)}%`
}

/**
 * A row for each scenario and runtime: instructions for a microsecond of published CPU time, and how both go together.
 * @param results all that are published
 * @param published counts
 */
export function againstCpuTime(results: readonly Result[], published: readonly Stored<Counts>[]): string {
  const rows = published.flatMap(({ file: counts }) => {
    const result = results.find(({ scenario }) => scenario === counts.scenario)
    if (!result) return []
    const pairs = counted(counts.servers).flatMap(({ name, runtime, summary }) => {
      const time = result.servers.find((server) => server.name === name)?.summary?.cpuPerRequest.value
      return time ? [{ runtime, time, thousands: (summary.javascript + summary.others) / 1_000 }] : []
    })
    return [...Map.groupBy(pairs, ({ runtime }) => runtime)].map(([runtime, group]) => {
      const shares = group.map(({ thousands, time }) => thousands / time)
      const [times, counted] = [group.map(({ time }) => time), group.map(({ thousands }) => thousands)]
      return [
        inline(counts.scenario),
        runtimeTitles[runtime] ?? runtime,
        String(group.length),
        significant(statistics.min(shares), 2),
        significant(statistics.median(shares), 2),
        significant(statistics.max(shares), 2),
        group.length > 2 ? statistics.sampleRankCorrelation(counted, times).toFixed(2) : '',
      ]
    })
  })
  if (rows.length === 0) return ''
  const header = ['scenario', 'runtime', 'servers', 'least', 'median', 'greatest', 'rank correlation']
  return table(
    header,
    rows,
    header.map((_, i) => (i < 2 ? 'left' : 'right')),
  )
}
