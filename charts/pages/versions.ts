/** The page of versions of packages, compared; made from files of versions. */

import type { Stored } from '../../shared/result/stored-files.ts'
import type { Versions } from '../../shared/result/versions.ts'
import { notesOf, versionsTable } from '../../shared/result/versions-report.ts'
import {
  closureChanges,
  unsettledIn,
  type VersionsVerdict,
  versionsVerdicts,
} from '../../shared/result/versions-verdict.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { linkFrom, VERSIONS_PATH } from '../text/paths.ts'

const link = linkFrom(VERSIONS_PATH)

/** README's region that has the settled findings in a sentence each; it is renewed where README holds its markers. */
export const VERSIONS_REGION = 'versions'

/** The page by its path; nothing where nothing is stored. Nothing is read or written. */
export function versionsPages(stored: readonly Stored<Versions>[]): ReadonlyMap<string, string> {
  return new Map(stored.length > 0 ? [[VERSIONS_PATH, versionsPage(stored)]] : [])
}

function versionsPage(stored: readonly Stored<Versions>[]): string {
  return `${blocks(
    '# Versions of a package, compared',
    `Two versions under the same server files, on one machine, by turns. [The method](${link('docs/versions.md')}) says how it is done, and [CI](${link('docs/ci.md#a-gate-for-a-frameworks-pull-requests')}) how a framework’s repository makes a gate of it. Yours: \`npm run bench -- versions fastify@5.11.0 fastify@5.12.8\`.`,
    list(stored.map(versionsFinding)),
    ...stored.map(section),
  )}\n`
}

function section({ file: versions, path }: Stored<Versions>): string {
  const { head, body } = versionsTable(versions)
  const { package: name, server, scenario, startedAt, environment, source } = versions
  return blocks(
    `## ${inline(name)}, under ${inline(server)} in ${scenario}`,
    table(
      head.map(inline),
      body.map((row) => row.map(inline)),
      head.map((_, column) => (column === 0 || column === head.length - 1 ? 'left' : 'right')),
    ),
    list([
      ...notesOf(versions).map(inline),
      inline(
        `${startedAt.slice(0, 10)}, ${environment.cpuModel}, ${environment.os}, commit ${source.commit?.slice(0, 7) ?? 'unknown'}`,
      ),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )
}

/** What was found where both versions had settled, as a list. */
export function settledFindings(stored: readonly Stored<Versions>[]): string {
  return list(stored.filter(({ file }) => unsettledIn(file).length === 0).map(versionsFinding))
}

/** What was found of one pair, as a sentence. */
export function versionsFinding({ file: versions }: Pick<Stored<Versions>, 'file'>): string {
  const { package: name, first, second, server, scenario } = versions
  const found = versionsVerdicts(versions).map(phrase).join(', and ')
  const others = closureChanges(versions).length
  const closure =
    others === 0 ? '' : `; ${others === 1 ? 'one other package' : `${others} other packages`} changed with it`
  const unsettled = unsettledIn(versions).length > 0 ? '; not settled, so less sure than it looks' : ''
  return `**${inline(name)}** ${inline(first.version)} → ${inline(second.version)}, ${inline(server)} in ${scenario}: ${found}${closure}${unsettled}.`
}

const MEASURES = { instructions: 'instructions a request', requests: 'requests/s' } as const

function phrase({ metric, difference, ratio, low, high }: VersionsVerdict): string {
  const percent = (value: number) => `${value > 1 ? '+' : ''}${((value - 1) * 100).toFixed(1)}%`
  const interval = low === null || high === null ? '' : ` (${percent(low)} to ${percent(high)})`
  const what = MEASURES[metric]
  if (difference === 'unknown') return `${what} tell nothing`
  if (difference === 'none') return `no difference shown in ${what}${interval}`
  return `${difference}, ${percent(ratio)}${interval} ${what}`
}
