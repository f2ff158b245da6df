/** The page of violations by frameworks, from the servers' manifests. */
import { firstAndMore, listed, plural } from '../../shared/basics/text.ts'
import { invariants } from '../../shared/invariants/invariant-case.ts'
import { requestsOf } from '../../shared/invariants/show.ts'
import type { Findings, PastFinding, PresentFinding } from '../../shared/results/findings.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/wires/wires.ts'
import { runtimeTitles } from '../text/conditions.ts'
import {
  blocks,
  columnsTable,
  folded,
  inline,
  list,
  type TableColumn,
  textColumn,
} from '../text/markdown.ts'

/** Kinds of effects in the page's order: those that end a service first. */
const KINDS = {
  crashes: 'crashes',
  hangs: 'hangs',
  closes: 'loses requests',
  accepts: 'accepts invalid data',
  'wrong answer': 'wrong response',
  '5xx': 'responds with 5xx',
  '4xx': 'rejects valid requests',
  '3xx': 'redirects valid requests',
} as const

type Kind = keyof typeof KINDS

/** Effects of single findings. */
const EFFECTS: Readonly<Record<string, string>> = { ...KINDS, closes: 'closes the connection' }

/** Kinds whose servers are all named in the first list. */
const WORST: readonly Kind[] = ['crashes', 'hangs', 'closes']

const kindOf = ({ effect }: PresentFinding) => (effect in KINDS ? effect : `${effect[0]}xx`) as Kind

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
  textColumn('reason', ({ reason }) => reason),
  textColumn('cases', ({ cases }) => someOf(cases.map((each) => `\`${each}\``))),
]

/** Of kinds with several. */
const STATUS: TableColumn<PresentFinding> = textColumn('status', ({ effect }) => effect)

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
  const kinds = Map.groupBy(findings.present, kindOf)
  const groups = (Object.keys(KINDS) as Kind[]).flatMap((kind): Group[] => {
    const alike = kinds.get(kind)
    return alike ? [{ kind, findings: alike }] : []
  })
  const [worst] = groups
  return `${blocks(
    '# Violations found in frameworks',
    [
      ...(worst?.kind === 'crashes'
        ? [`**A single request crashes ${inline(listed(namesOf(worst)))}.**`]
        : []),
      `${plural(servers.size, 'server')} violate at least one invariant, for ${plural(ofFrameworks.length, 'different reason')}. Node.js, Bun and Deno violate them for ${ofRuntimes} more, which affect every server on them. ${findings.past.length} more are worked around here or fixed.`,
    ].join(' '),
    list(groups.map(groupText)),
    'Every server must satisfy four invariants, for any input:',
    list(Object.entries(invariants).map(([number, invariant]) => `**${number}.** ${invariant}`)),
    'The servers’ manifests list the violations; `verify` checks each entry against the installed version. [SECURITY](../../../SECURITY.md) says what is public, and what is first reported to maintainers.',
    '## Reasons, each with a request',
    ...groups.map(({ kind, findings }) =>
      folded(
        summaryText(KINDS[kind], findings),
        blocks(
          columnsTable(findings, kind.endsWith('xx') ? present.toSpliced(1, 0, STATUS) : present),
          ...findings.map(({ servers: [server], scenario, cases: [id = ''] }) =>
            server ? requestsText(server.name, server.wire, scenario, id) : '',
          ),
        ),
      ),
    ),
    findings.past.length > 0
      ? folded(
          summaryText('avoided or fixed', findings.past),
          blocks(
            columnsTable(findings.past, past),
            ...findings.past.map(({ server, scenario, case: id }) =>
              requestsText(server, 'plain', scenario, id),
            ),
          ),
        )
      : '',
  )}\n`
}

interface Group {
  kind: Kind
  findings: readonly PresentFinding[]
}

/** Returns a line of the first list. */
function groupText(group: Group): string {
  const names = namesOf(group)
  const shown = WORST.includes(group.kind) ? listed(names) : someOf(names)
  return `**${KINDS[group.kind]}** (${plural(group.findings.length, 'reason')}): ${inline(shown)}`
}

/** Returns the servers of a kind; of a runtime's violations, all on it. */
function namesOf({ findings }: Group): string[] {
  const names = findings.flatMap(({ servers, runtime }) =>
    runtime
      ? `all servers on ${runtimeTitles[runtime]}`
      : servers.map(({ displayName }) => displayName),
  )
  return [...new Set(names)].sort()
}

const summaryText = (title: string, findings: readonly unknown[]) =>
  `${title[0]?.toUpperCase()}${title.slice(1)}: ${findings.length}`

/** Formats what a server does. */
const effectText = (effect: string) => EFFECTS[effect] ?? effect

const someOf = (texts: readonly string[]) => listed(firstAndMore(texts, 3))

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

/** Returns what to send, and to which server. */
function requestsText(server: string, wire: keyof typeof wires, name: string, id: string): string {
  const scenario = scenarios.get(name)
  const requests = scenario && requestsOf(scenario, id, wires[wire])
  return blocks(
    `${inline(`\`${id}\``)}, sent to \`servers/${server}\`, ${name}:`,
    ...(requests ?? []).map((request) => `\`\`\`http\n${request}\n\`\`\``),
  )
}
