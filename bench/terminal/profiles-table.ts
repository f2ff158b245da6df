/** The table of where a request's CPU time goes that a terminal shows. */
import { textTable } from '../../shared/basics/text-table.ts'
import type { UnsealedProfiles } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import {
  partOf,
  plainOf,
  profiledServers,
  profiledToPlain,
  profileFootnotes,
  profileMarks,
  totalOf,
} from '../../shared/result/profile-summary.ts'

/** One row a server, the cheapest first, in µs a request; then what is held against whom, and who was refused and why. */
export function profilesTable(profiles: Pick<UnsealedProfiles, 'servers'>): string {
  const servers = profiledServers(profiles).sort((a, b) => totalOf(a).value - totalOf(b).value)
  const head = ['µs a request', 'all', ...PART_NAMES.map((part) => PARTS[part].title), 'plain', 'profiled / plain']
  const rows = servers.map((server) => [
    `${server.name} ${profileMarks(server)}`.trim(),
    totalOf(server).value.toFixed(1),
    ...PART_NAMES.map((part) => partOf(server, part).value.toFixed(2)),
    plainOf(server).value.toFixed(1),
    profiledToPlain(server).value.toFixed(3),
  ])
  const refused = profiles.servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name}: refused: ${refusal}`],
  )
  return [
    ...(rows.length > 0
      ? [
          textTable(
            head,
            rows,
            head.map((_, i) => (i === 0 ? 'left' : 'right')),
          ),
        ]
      : []),
    ...profileFootnotes(servers).map((note) => note.replaceAll('**', '')),
    ...refused,
  ].join('\n')
}
