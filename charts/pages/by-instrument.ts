/** The CPU time of a request by every instrument that measures it: where figures of one server differ, and what by. */
import type { Environment } from '../../shared/result/environment.ts'
import { summarizeMaximum, summarizePoint } from '../../shared/result/latency-summary.ts'
import type { PublishedLayers } from '../../shared/result/layers.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
import { medianProbeTime } from '../../shared/result/machine-speed.ts'
import { plainOf, profiledServers, totalOf } from '../../shared/result/profile-summary.ts'
import type { Published } from '../../shared/result/published.ts'
import type { PublishedLatency } from '../../shared/result/stored-latency.ts'
import type { StoredProfiles } from '../../shared/result/stored-profiles.ts'
import { machineName } from '../text/conditions.ts'
import { inline, table } from '../text/markdown.ts'
import { rateText, significant } from '../text/numbers.ts'

interface Instruments {
  run: Published | undefined
  layers: PublishedLayers
  profiles: StoredProfiles
  latency: PublishedLatency | undefined
}

/** What one instrument says. */
interface Row {
  name: string
  date: string
  machine: string
  /** µs a request, by server. */
  times: ReadonlyMap<string, number>
}

/**
 * A row an instrument: µs a request of each server, and how many times the reference that is. Empty where fewer than two
 * instruments know the reference.
 * @param servers their folders, the reference first
 */
export function instrumentsTable(instruments: Instruments, servers: readonly string[]): string {
  const [reference = ''] = servers
  const rows = [
    ...runRows(instruments.run),
    ...layersRows(instruments.layers),
    ...profileRows(instruments.profiles),
    ...latencyRows(instruments.latency),
  ].filter(({ times }) => times.has(reference))
  if (rows.length < 2) return ''
  const cells = rows.map(({ name, date, machine, times }) => {
    const base = times.get(reference) as number
    const text = (server: string) => {
      const time = times.get(server)
      if (time === undefined) return ''
      return server === reference ? significant(time) : `${significant(time)} (${(time / base).toFixed(2)})`
    }
    return [name, date, machine, ...servers.map(text)]
  })
  const header = ['µs of CPU time a request', 'on', 'machine', ...servers.map(inline)]
  return table(
    header,
    cells,
    header.map((_, i) => (i < 3 ? 'left' : 'right')),
  )
}

const stamped = ({ startedAt, environment }: { startedAt: string; environment: Environment }) => ({
  date: startedAt.slice(0, 10),
  machine: inline(machineName(environment)),
})

const known = (entries: readonly (readonly [string, number | null | undefined])[]) =>
  new Map(entries.flatMap(([name, time]) => (time == null ? [] : [[name, time] as const])))

function runRows(run: Published | undefined): Row[] {
  if (!run) return []
  const { result } = run
  const times = known(result.servers.map(({ name, summary }) => [name, summary?.cpuPerRequest.median]))
  const environment = { ...result.environment, workMicroseconds: medianProbeTime(result) }
  return [{ name: 'the published run', ...stamped({ ...result, environment }), times }]
}

function layersRows({ microseconds }: PublishedLayers): Row[] {
  if (!microseconds) return []
  const { file } = microseconds
  const times = known(serverLayers(file, 'microseconds').map(({ server, whole }) => [server.name, whole.value]))
  return [{ name: 'layer by layer, the whole, a tick held', ...stamped(file), times }]
}

function profileRows({ profiles }: StoredProfiles): Row[] {
  const servers = profiledServers(profiles)
  const of = (value: (server: (typeof servers)[number]) => number) =>
    known(servers.map((each) => [each.name, value(each)]))
  return [
    { name: 'beside a profile, as it is', ...stamped(profiles), times: of((server) => plainOf(server).value) },
    { name: 'under the profiler', ...stamped(profiles), times: of((server) => totalOf(server).value) },
  ]
}

function latencyRows(latency: PublishedLatency | undefined): Row[] {
  const result = latency?.rates?.result
  if (!result) return []
  const lowest = Math.min(...result.protocol.rates)
  const maxima = known(result.servers.map((server) => [server.name, summarizeMaximum(server)?.cpu?.value]))
  const low = known(
    result.servers.map(({ name, points }) => {
      const point = points.find(({ share, rate }) => share === null && rate === lowest)
      return [name, point ? summarizePoint(point)?.cpu?.value : null]
    }),
  )
  return [
    { name: 'beside latencies, at the maximum', ...stamped(result), times: maxima },
    { name: `at ${rateText(lowest)} requests/s`, ...stamped(result), times: low },
  ]
}
