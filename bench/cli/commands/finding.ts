import type { Command } from 'commander'
import { UsageError } from '../../../shared/basics/errors.ts'
import { type Finding, isWithheld, readFindings } from '../../../shared/result/findings.ts'
import { laws } from '../../../shared/scenarios/laws/law-case.ts'
import { requestsOf } from '../../../shared/scenarios/laws/show.ts'
import { wires } from '../../../shared/scenarios/wire.ts'
import { findServerFolders, SERVERS_DIR } from '../../contenders/servers.ts'
import { say } from '../../terminal/output.ts'

export function addFindingCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('finding <id>')
    .description('a text for the maintainers of a framework in which the laws found something (results/findings.json)')
    .action((id: string) => {
      say(reportOf(findingCalled(id)))
      finish(0)
    })
}

function findingCalled(id: string): Finding {
  const findings = readFindings()
  const finding = findings.find((each) => each.id === id)
  if (!finding) throw new UsageError(`no finding called ${id}: there are ${findings.map((each) => each.id).join(', ')}`)
  return finding
}

/** Markdown, ready for an issue tracker, or for a letter where SECURITY.md asks for one. */
function reportOf(finding: Finding): string {
  const { version, server, scenario, case: id, law, what, found, avoided } = finding
  const wire = findServerFolders([SERVERS_DIR]).find(({ name }) => name === server)?.manifest.wire ?? 'plain'
  const requests = requestsOf(scenario, id, wires[wire]) ?? []
  const route = requests[0]?.split('\n')[0] ?? ''
  return [
    ...(isWithheld(finding)
      ? ['(Not public: send it by the way that the project names for security reports.)', '']
      : []),
    `# ${finding.package} ${version}: ${what}`,
    '',
    `Seen on ${found} with ${finding.package} ${version}, in a server as its documentation shows it (\`${route}\`).`,
    '',
    `To repeat it, send ${requests.length > 1 ? 'these requests' : 'this request'} over a plain TCP connection (\`\\xNN\` is a byte, lines end in CR LF):`,
    '',
    ...requests.flatMap((request) => ['```http', request, '```', '']),
    `Expected: ${laws[law]}.`,
    '',
    ...(avoided ? [`A server can avoid it: ${avoided}.`, ''] : []),
    `Found by a suite that puts the same requests to many servers; there it is the case "${id}".`,
  ].join('\n')
}
