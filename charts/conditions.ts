/** How a result was made, in words: the caption of every chart and the README's section say the same. */
import type { Environment, Protocol, Result, ServerResult } from '../bench/result.ts'
import { cpuList } from './numbers.ts'
import { runtimeNames } from './theme.ts'

/** The load generator's own command line for the protocol. */
export function methodLine({ generator, connections, pipelining, durationSeconds }: Protocol): string {
  return `${generator} -c ${connections} -p ${pipelining} -d ${durationSeconds}`
}

export function roundsText({ rounds }: Protocol): string {
  return rounds === 1 ? '1 round' : `${rounds} rounds`
}

/** UTC. */
export function dateOf(result: Result): string {
  return result.startedAt.slice(0, 10)
}

export function pinningText({ pinning }: Environment): string {
  const { server, generator, note } = pinning
  if (!server && !generator) return note ? `nothing pinned (${note})` : 'nothing pinned'
  const place = (what: string, cpus: number[] | null) =>
    cpus ? `${what} on CPU${cpus.length > 1 ? 's' : ''} ${cpuList(cpus)}` : `${what} not pinned`
  return `${place('server', server)}, ${place('load generator', generator)}`
}

export function runtimesText({ runtimes }: Environment): string {
  return Object.entries(runtimes)
    .map(([runtime, version]) => `${runtimeNames[runtime] ?? runtime} ${version}`)
    .join(', ')
}

export function refusedServers(result: Result): ServerResult[] {
  return result.servers.filter((server) => server.summary === null)
}

/** Paragraphs of the caption in every picture. */
export function conditions(result: Result): string[] {
  const { environment, protocol, scenario } = result
  const machine = `${environment.cpuModel} (${environment.cpuCount} CPUs)`
  const refused = refusedServers(result).map((server) => server.displayName)
  return [
    [scenario, dateOf(result), machine, pinningText(environment), runtimesText(environment)].join(' · '),
    [
      methodLine(protocol),
      `warm-up ${protocol.warmupSeconds} s`,
      `${roundsText(protocol)} in random order, a fresh process each`,
      `${protocol.generator} ${environment.generatorVersion}`,
    ].join(' · '),
    ...(refused.length > 0 ? [`Refused, so without a number: ${refused.join(', ')}.`] : []),
  ]
}
