/** The page of violations that the invariants and the fuzzer found in frameworks. */
import type { Finding } from '../../shared/results/findings.ts'
import { invariants } from '../../shared/scenarios/invariants/invariant-case.ts'
import { requestsOf } from '../../shared/scenarios/invariants/show.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'

export function findingsPage(findings: readonly Finding[]): string {
  return `${blocks(
    '# Violations found in frameworks',
    `**${findings.length} violations were found in ${new Set(findings.map((finding) => finding.package)).size} packages, and the servers here avoid ${findings.filter(({ avoided }) => avoided).length} of them.**`,
    'Every server must satisfy four invariants, for any input:',
    list(Object.entries(invariants).map(([number, invariant]) => `**${number}.** ${invariant}`)),
    'A violation by a framework itself is a finding. If its documentation shows how to avoid it, the server here does so, and the last column says “avoided”. [SECURITY](../../../SECURITY.md) says what is public, and when.',
    table(
      ['package', 'version', 'invariant', 'effect', 'description', 'found', 'reported', 'fixed'],
      findings.map(rowOf),
      ['left', 'left', 'right', 'left', 'left', 'left', 'left', 'left'],
    ),
    '## Reproduction',
    ...findings.map(requestText),
  )}\n`
}

function rowOf(finding: Finding): string[] {
  const { version, invariant, effect, what, found, reported, fixed, avoided, public: link } = finding
  const name = inline(finding.package)
  return [
    link ? `[${name}](${link})` : name,
    inline(version),
    String(invariant),
    effect,
    inline(what),
    found,
    reported ?? 'not yet',
    fixed ?? (avoided ? 'no, avoided' : 'no'),
  ]
}

function requestText({ server, scenario, case: id, avoided, ...finding }: Finding): string {
  const requests = requestsOf(scenario, id, wires.plain) ?? []
  return blocks(
    `**${inline(finding.package)}** ${inline(finding.version)}: ${inline(finding.what)}. Sent to \`servers/${server}\`, ${scenario}${avoided ? `, which avoids it (${inline(avoided)})` : ''}:`,
    ...requests.map((request) => `\`\`\`http\n${request}\n\`\`\``),
  )
}
