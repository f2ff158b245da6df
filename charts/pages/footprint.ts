/** What servers put on the disk, as a section of the page of what running costs. */
import { posix } from 'node:path'
import { grouped } from '../../shared/basics/text.ts'
import { type Advisory, type Footprint, type FootprintSummary, SEVERITIES } from '../../shared/result/footprint.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import type { ThemeName } from '../drawing/theme.ts'
import { drawFootprint, FOOTPRINT_TITLE, footprintConditions, footprintRows, placed } from '../specs/footprint.ts'
import { finding } from '../specs/rows.ts'
import { blocks, inline, list, picture, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { RUNNING_FOLDER } from './running-paths.ts'

const pathOf = (theme: ThemeName) => `${RUNNING_FOLDER}/footprint.${theme}.svg`

/** Pictures by path from the repository's root. */
export async function footprintPictures({ file }: Stored<Footprint>, theme: ThemeName): Promise<[string, string][]> {
  return [[pathOf(theme), await drawFootprint(file, theme)]]
}

export function footprintSection({ file, path }: Stored<Footprint>): string {
  const at = (theme: ThemeName) => posix.relative(RUNNING_FOLDER, pathOf(theme))
  return blocks(
    '## Footprint',
    picture(at('light'), at('dark'), finding(FOOTPRINT_TITLE, footprintRows(file))),
    footprintTable(file),
    advisoriesText(file),
    list([
      ...file.servers.flatMap(({ displayName, refusal }) =>
        refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
      ),
      ...file.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not looked at`),
      ...footprintConditions(file).map(inline),
      `All of it: [\`${path}\`](${posix.relative(RUNNING_FOLDER, path)})`,
    ]),
  )
}

function footprintTable(footprint: Footprint): string {
  const header = ['server', 'packages', 'named itself', 'MB', 'files', 'install scripts', 'advisories', 'build']
  const rows = placed(footprint).map(({ server, summary }) => [
    inline(server.displayName),
    String(summary.packages),
    String(server.direct),
    significant(summary.bytes / 1e6),
    grouped(summary.files),
    inline(summary.installScripts.join(', ')),
    advisoryCell(summary),
    server.builds ? 'yes' : '',
  ])
  return table(
    header,
    rows,
    header.map((_, i) => (i > 0 && i < 5 ? 'right' : 'left')),
  )
}

/** `2: 1 high, 1 low`; `0`; and who was not asked says so. */
function advisoryCell({ advisories }: FootprintSummary): string {
  if (advisories === null) return 'not asked'
  const each = SEVERITIES.toReversed().flatMap((severity) => {
    const number = advisories.filter((advisory) => advisory.severity === severity).length
    return number > 0 ? [`${number} ${severity}`] : []
  })
  return each.length > 0 ? each.join(', ') : '0'
}

/** The advisories themselves, the gravest first, each with the servers that have the package. */
function advisoriesText(footprint: Footprint): string {
  const gravest = footprint.advisories.toSorted(
    (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || a.id - b.id,
  )
  const concerned = ({ id }: Advisory) =>
    placed(footprint)
      .filter(({ summary }) => summary.advisories?.some((each) => each.id === id))
      .map(({ server }) => server.displayName)
  return list(
    gravest.map(
      (each) =>
        `${each.severity}: [${inline(each.title)}](${each.url}) in ${inline(each.package)} ${inline(each.range)}: ${inline(concerned(each).join(', '))}`,
    ),
  )
}
