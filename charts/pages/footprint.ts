/** What servers put on the disk, as a section of the page of what running costs. */
import { grouped } from '../../shared/basics/text.ts'
import type { Footprint } from '../../shared/result/footprint.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { drawFootprint, FOOTPRINT_TITLE, footprintConditions, footprintRows, placed } from '../specs/footprint.ts'
import { finding } from '../specs/rows.ts'
import { blocks, columnsTable, inline, list } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { linkFrom, RUNNING_PATH } from '../text/paths.ts'
import { type PageSection, pictureOf, pictureText } from './pictures.ts'

export function footprintSection({ file, path }: Stored<Footprint>): PageSection {
  const alt = finding(FOOTPRINT_TITLE, footprintRows(file))
  const picture = pictureOf(RUNNING_PATH, 'footprint', alt, (theme) => drawFootprint(file, theme))
  const text = blocks(
    '## Footprint',
    pictureText(picture, RUNNING_PATH),
    footprintTable(file),
    list([
      ...file.servers.flatMap(({ displayName, refusal }) =>
        refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
      ),
      ...file.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not looked at`),
      ...footprintConditions(file).map(inline),
      `All of it: [\`${path}\`](${linkFrom(RUNNING_PATH)(path)})`,
    ]),
  )
  return { text, pictures: [picture] }
}

function footprintTable(footprint: Footprint): string {
  return columnsTable(placed(footprint), [
    ['server', ({ server }) => inline(server.displayName)],
    ['packages', ({ summary }) => String(summary.packages)],
    ['named itself', ({ server }) => String(server.direct)],
    ['MB', ({ summary }) => significant(summary.bytes / 1e6)],
    ['files', ({ summary }) => grouped(summary.files)],
    ['install scripts', ({ summary }) => inline(summary.installScripts.join(', ')), 'left'],
    ['build', ({ server }) => (server.builds ? 'yes' : ''), 'left'],
  ])
}
