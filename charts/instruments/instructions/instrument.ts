/** Instructions per request in user space. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Row } from '../../../shared/probes/column.ts'
import { meanOf } from '../../../shared/probes/probe.ts'
import { countCaveats, countFootnotes } from '../../../shared/results/counts-summary.ts'
import {
  type CountedServer,
  type Counts,
  type CountsSummary,
  countsStore,
  type UnsealedCounts,
} from '../../../shared/results/instructions.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { runtimesText } from '../../text/conditions.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'

type CountedRow = CountedServer & Row & { summary: CountsSummary }

const REFERENCE = 'http-node'

export default instrument<Counts, CountedRow>({
  name: 'instructions',
  title: 'Instructions per request',
  sentence: 'a second metric, which hardly depends on the machine',
  about:
    'Instructions that each server executes in user space per request, on the thread that runs the JavaScript. They hardly depend on the machine. They do not measure time.',
  store: countsStore,
  published: (root) => countsStore.pooled({ root }),
  ofRequests: true,
  rows: counted,
  differences,
  columns: [
    {
      title: 'instructions',
      ...{ key: 'instructions_per_request', better: 'lower', interval: 'percent' },
      format: (value) => significant(value, 5),
      value: ({ processes }) =>
        meanOf(processes.map(({ first, second }) => (first.javascript + second.javascript) / 2)),
    },
    {
      title: `× ${REFERENCE}`,
      format: (value) => value.toFixed(3),
      value({ summary }, { servers }) {
        const reference = servers.find(({ name }) => name === REFERENCE)?.summary
        return reference ? summary.javascript / reference.javascript : null
      },
    },
    {
      title: 'other threads',
      format: (value) => significant(value),
      value: ({ summary }) => summary.others,
    },
  ],
  charts: (counts) => [
    dotChart({
      name: counts.scenario,
      what: 'instructions per request',
      verb: 'executes',
      processes: counts.protocol.processes,
      subtitle:
        'Lower is less work. In user space, of the thread that runs the JavaScript: mean over the processes, and its 95% interval.',
      rows: counted(counts),
      axis: 'instructions per request',
      headings: ['mean', ''],
      figures({ summary: { javascript: value, low, high } }) {
        return { value, low, high, figure: significant(value, 4), aside: '' }
      },
    }),
  ],
  notes: ({ servers }) => countFootnotes(servers),
  place,
  conditions,
})

/** Returns servers that have a count, the lowest first. */
function counted({ servers }: UnsealedCounts): CountedRow[] {
  return servers
    .flatMap((server) => {
      const { summary } = server
      return summary ? [{ ...server, summary, marks: countCaveats(summary) }] : []
    })
    .sort((a, b) => a.summary.javascript - b.summary.javascript || (a.name < b.name ? -1 : 1))
}

/** Names what changes counts besides the servers' code. */
function differences(old: Counts, recent: Counts): string[] {
  const changed = (what: string, value: (counts: Counts) => unknown) =>
    value(old) === value(recent) ? [] : [`${what}: ${value(old)}, then ${value(recent)}`]
  return [
    ...changed('counter', ({ counterVersion }) => counterVersion),
    ...changed(
      'the C library is counted, too, and may differ: OS',
      ({ environment }) => environment.os,
    ),
    ...changed('seed of the requests', ({ protocol }) => protocol.seed),
    ...[old, recent].flatMap(({ servers }, i) =>
      countFootnotes(servers).map((note) => `${i === 0 ? 'old' : 'new'}: ${note}`),
    ),
  ]
}

function place({ scenario, startedAt, environment, merged }: UnsealedCounts): string {
  const environments = merged?.shards.map((shard) => shard.environment) ?? [environment]
  const machines = new Set(
    environments.map(({ cpuModel, cpuCount }) => `${cpuModel} (${cpuCount} CPUs)`),
  )
  const shards = merged ? [`in ${plural(merged.shards.length, 'shard')}`] : []
  const where = [[...machines].join(', '), environment.os, runtimesText(environment)]
  return [scenario, startedAt.slice(0, 10), ...shards, ...where].join(' · ')
}

function conditions({ protocol, counterVersion }: UnsealedCounts): string[] {
  const { counter, processes, requests, shortestWarmUp, seed } = protocol
  return [
    `counted by ${counter} (${counterVersion})`,
    `${processes} processes × ${significant(requests, 3)} requests, one at a time on one connection`,
    `warm-up until three steps agree${shortestWarmUp ? `, ${grouped(shortestWarmUp)} requests at least` : ''}`,
    `seed ${seed}`,
  ]
}
