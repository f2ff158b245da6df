/** The page of violations by frameworks, from the servers' manifests. */
import { listed, plural } from '../../shared/basics/text.ts'
import { invariants } from '../../shared/invariants/invariant-case.ts'
import { requestsOf } from '../../shared/invariants/show.ts'
import type { Findings, PastFinding, PresentFinding } from '../../shared/results/findings.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/wires/wires.ts'
import { runtimeTitles } from '../text/conditions.ts'
import {
  blocks,
  columnsTable,
  inline,
  list,
  type TableColumn,
  textColumn,
} from '../text/markdown.ts'

/** Most cases that a row names. */
const MOST_NAMED = 3

/** Effects that the manifests name in other words. */
const EFFECTS: Readonly<Record<string, string>> = {
  closes: 'closes the connection',
  accepts: 'accepts invalid data',
  'wrong answer': 'wrong response',
}

const present: TableColumn<PresentFinding>[] = [
  textColumn('servers', ({ servers, runtime }) =>
    [
      ...servers.map(({ displayName }) => displayName),
      ...(runtime ? [`others on ${runtimeTitles[runtime]}`] : []),
    ].join(', '),
  ),
  textColumn('tested versions', ({ servers }) =>
    [...new Set(servers.flatMap((server) => server.package ?? []))].join(', '),
  ),
  textColumn('invariant', ({ invariants }) => invariants.join(', ')),
  textColumn('effect', ({ effect }) => effectText(effect)),
  textColumn('reason', ({ reason }) => reason),
  textColumn('cases', ({ cases }) => casesText(cases)),
]

const past: TableColumn<PastFinding>[] = [
  [
    'package',
    (row) => (row.public ? `[${inline(row.package)}](${row.public})` : inline(row.package)),
    'left',
  ],
  textColumn('version', ({ version }) => version),
  textColumn('invariant', ({ invariant }) => String(invariant)),
  textColumn('effect', ({ effect }) => effect),
  textColumn('description', ({ what }) => what),
  textColumn('state', stateText),
]

export function findingsPage(findings: Findings): string {
  const ofFrameworks = findings.present.filter(({ runtime }) => runtime === null)
  const ofRuntimes = findings.present.length - ofFrameworks.length
  const servers = new Set(
    ofFrameworks.flatMap((finding) => finding.servers.map(({ name }) => name)),
  )
  return `${blocks(
    '# Violations found in frameworks',
    `**${plural(servers.size, 'server')} violate at least one invariant, for ${plural(ofFrameworks.length, 'different reason')}. Node.js, Bun and Deno violate them for ${ofRuntimes} more, which affect every server on them. ${findings.past.length} more violations are avoided or fixed.**`,
    'Every server must satisfy four invariants, for any input:',
    list(Object.entries(invariants).map(([number, invariant]) => `**${number}.** ${invariant}`)),
    'The first table comes from the servers’ manifests; `verify` checks each entry against the installed version. If the effect is a number, it is the status of the response. [SECURITY](../../../SECURITY.md) says what is public, and what is first reported to maintainers.',
    columnsTable(findings.present, present),
    findings.past.length > 0
      ? blocks('## Avoided or fixed', columnsTable(findings.past, past))
      : '',
    '## Reproduction',
    ...findings.present.map(presentRequests),
    ...findings.past.map(pastRequests),
  )}\n`
}

/** Formats what a server does. */
const effectText = (effect: string) => EFFECTS[effect] ?? effect

function casesText(cases: readonly string[]): string {
  const named = cases.slice(0, MOST_NAMED).map((each) => `\`${each}\``)
  return listed([
    ...named,
    ...(cases.length > MOST_NAMED ? [`${cases.length - MOST_NAMED} more`] : []),
  ])
}

/** Formats by what a past violation ended. */
function stateText({ fixed, avoided }: PastFinding): string {
  return fixed ? `fixed in ${fixed}` : `avoided: ${avoided}`
}

/** Describes a server's violations, for the report. */
export function violationsOf(name: string, { present, past }: Findings): string[] {
  const avoided = past.filter(({ server }) => server === name)
  return [
    ...present
      .filter(({ servers }) => servers.some((server) => server.name === name))
      .map(({ effect, reason }) => `${effectText(effect)}: ${reason}`),
    ...avoided.map(
      (finding) =>
        `${finding.effect}: ${finding.what} (${finding.package} ${finding.version}; ${stateText(finding)})`,
    ),
  ]
}

function presentRequests({
  servers: [server],
  scenario,
  cases: [id = ''],
  effect,
  reason,
}: PresentFinding): string {
  if (!server) return ''
  const head = `**${inline(server.displayName)}**, ${effectText(effect)}: ${inline(reason)} Sent to \`servers/${server.name}\`, ${scenario}:`
  return blocks(head, ...requestTexts(scenario, id, server.wire))
}

function pastRequests(finding: PastFinding): string {
  const { package: name, version, what, server, scenario } = finding
  const head = `**${inline(name)}** ${inline(version)}: ${inline(what)} (${inline(stateText(finding))}). Sent to \`servers/${server}\`, ${scenario}:`
  return blocks(head, ...requestTexts(scenario, finding.case, 'plain'))
}

function requestTexts(name: string, id: string, wire: keyof typeof wires): string[] {
  const scenario = scenarios.get(name)
  const requests = scenario && requestsOf(scenario, id, wires[wire])
  return (requests ?? []).map((request) => `\`\`\`http\n${request}\n\`\`\``)
}
