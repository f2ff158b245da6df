/** The page of what the laws and the fuzzer found in frameworks. */
import { type Finding, isWithheld } from '../../shared/result/findings.ts'
import { laws } from '../../shared/scenarios/laws/law-case.ts'
import { requestsOf } from '../../shared/scenarios/laws/show.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'

/** The whole page; all of it is generated. */
export function findingsPage(findings: readonly Finding[]): string {
  const shown = findings.filter((finding) => !isWithheld(finding))
  return `${blocks(
    '# What was found in frameworks',
    'The suite holds every server to four laws, whatever is sent:',
    list(Object.entries(laws).map(([number, law]) => `**${number}.** ${law}`)),
    'Where a framework itself breaks one, that is a finding; where its documentation gives a means against it, the server here uses that, and the last column says so. What ends a server, holds it up or passes a check by one request is told to the maintainers first: how to repeat it stands here when they have mended it or made it public ([SECURITY](../../../SECURITY.md)).',
    table(['package', 'version', 'law', 'one request', 'what happens', 'found', 'mended'], findings.map(rowOf), [
      'left',
      'left',
      'right',
      'left',
      'left',
      'left',
      'left',
    ]),
    '## How to repeat them',
    ...shown.map(requestText),
  )}\n`
}

function rowOf(finding: Finding): string[] {
  const { version, law, effect, what, found, mended, avoided, public: link } = finding
  const name = inline(finding.package)
  return [
    link ? `[${name}](${link})` : name,
    inline(version),
    String(law),
    effect,
    inline(what),
    found,
    mended ?? (avoided ? 'no, avoided' : 'no'),
  ]
}

function requestText({ server, scenario, case: id, avoided, ...finding }: Finding): string {
  const requests = requestsOf(scenario, id, wires.plain) ?? []
  return blocks(
    `**${inline(finding.package)}** ${inline(finding.version)}: ${inline(finding.what)}. To \`servers/${server}\`, ${scenario}${avoided ? `, which avoids it (${inline(avoided)})` : ''}:`,
    ...requests.map((request) => `\`\`\`http\n${request}\n\`\`\``),
  )
}
