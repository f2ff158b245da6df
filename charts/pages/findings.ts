/** The page of what the invariants and the fuzzer found in frameworks. */
import type { Finding } from '../../shared/results/findings.ts'
import { invariants } from '../../shared/scenarios/invariants/invariant-case.ts'
import { requestsOf } from '../../shared/scenarios/invariants/show.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'

/** The whole page; all of it is generated. */
export function findingsPage(findings: readonly Finding[]): string {
  return `${blocks(
    '# What was found in frameworks',
    'The suite holds every server to four invariants, whatever is sent:',
    list(Object.entries(invariants).map(([number, law]) => `**${number}.** ${law}`)),
    'Where a framework itself breaks one, that is a finding; where its documentation gives a means against it, the server here uses that, and the last column says so. [SECURITY](../../../SECURITY.md) says what is public, and when.',
    table(
      ['package', 'version', 'invariant', 'one request', 'what happens', 'found', 'reported', 'fixed'],
      findings.map(rowOf),
      ['left', 'left', 'right', 'left', 'left', 'left', 'left', 'left'],
    ),
    '## How to repeat them',
    ...findings.map(requestText),
  )}\n`
}

function rowOf(finding: Finding): string[] {
  const { version, law, effect, what, found, reported, mended, avoided, public: link } = finding
  const name = inline(finding.package)
  return [
    link ? `[${name}](${link})` : name,
    inline(version),
    String(law),
    effect,
    inline(what),
    found,
    reported ?? 'not yet',
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
