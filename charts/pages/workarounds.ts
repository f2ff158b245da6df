/** The page of work-arounds, and what scenario pages say of them, made from a stored file. */
import type { Stored } from '../../shared/result/stored-files.ts'
import {
  type WorkaroundCost,
  type Workarounds,
  workaroundCosts,
  workaroundText,
} from '../../shared/result/workarounds.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { linkFrom, WORKAROUNDS_PATH } from '../text/paths.ts'

const link = linkFrom(WORKAROUNDS_PATH)

/** Contents by path from the repository's root. Nothing is read or written. */
export function workaroundsPages({ file, path }: Stored<Workarounds>): Map<string, string> {
  const rows = file.servers
    .flatMap((server) => workaroundCosts(server).map((cost) => ({ server, cost })))
    .sort((a, b) => shareOf(b.cost) - shareOf(a.cost))
    .map(({ server: { displayName, version }, cost }) => [
      inline([displayName, version].filter(Boolean).join(' ')),
      inline(cost.why),
      workaroundText(cost),
    ])
  const refused = file.servers.flatMap(({ displayName, refusal }) =>
    refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
  )
  const { timing, environment, startedAt, processes } = file
  const page = blocks(
    '# Work-arounds',
    `What a server does on each valid request for the contract’s sake alone, beyond what its framework’s documentation shows, and what it costs: CPU time per request in \`update-user\`, against the same server without it. ± is half of a 95% interval over ${processes} pairs of processes that stood side by side, and \`~\` stands at what can’t be told from nothing. Where it is more than 5%, the figures of both are shown. \`npm run bench -- workarounds\` measures it here.`,
    table(['server', 'work-around', 'cost'], rows, ['left', 'left', 'left']),
    list([
      ...refused,
      `${startedAt.slice(0, 10)}, ${inline(environment.cpuModel)}, ${timing.connections} connections, ${timing.slices} slices of ${timing.sliceSeconds} s that count`,
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )
  return new Map([[WORKAROUNDS_PATH, `${page}\n`]])
}

function shareOf({ measured }: WorkaroundCost): number {
  return measured?.share.value ?? Number.NEGATIVE_INFINITY
}

/** By a server's name: what a scenario's page says of its work-arounds. */
export function workaroundRemarks({ servers }: Pick<Workarounds, 'servers'>): Record<string, string[]> {
  const remark = (cost: WorkaroundCost) =>
    `work-around: ${cost.why} Its cost in CPU time of update-user: ${workaroundText(cost)}.`
  return Object.fromEntries(servers.map((server) => [server.name, workaroundCosts(server).map(remark)]))
}
