/** A run over a network: its servers, or its load generators, on other hosts. */
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Environment } from '../../shared/result/environment.ts'
import { HOST } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'
import { jointGenerator } from '../load/joint.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { describeEnvironment } from '../machine/environment.ts'
import type { Hosts } from '../measure/hosts.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { thisHost } from '../measure/server-host.ts'
import type { Introduction, Part, Taken } from './desk.ts'
import { farGenerator } from './far-generator.ts'
import { farServerHost } from './far-servers.ts'
import { Link } from './link.ts'
import { answerBytes, measureRoundTrip, type RoundTrip } from './round-trip.ts'
import { orderOf } from './server-order.ts'
import { ownSuite, suiteDifference } from './suite.ts'
import { watchedGenerator } from './watched-generator.ts'

/** Who takes part, as the user names them. */
export interface HostChoice {
  /** What the other hosts do. */
  part: Part
  /** As `ssh` takes them: one for the servers, one or more for the load. */
  hosts: readonly [string, ...string[]]
  /** The suite's folder there; the same as here where it is left out. */
  directory: string | undefined
  /** A configuration of OpenSSH in place of the user's. */
  config: string | undefined
  /** Of the servers' host, as the generators' reach it; that of the connection where it is left out. */
  address: string | undefined
}

export interface LinkedPlan {
  scenario: string
  servers: readonly Server[]
  workers: number
  connections: number
  generator: LoadGenerator
}

/** What a run needs to know of its hosts. */
export interface LinkedRun {
  hosts: Hosts
  generator: LoadGenerator
  pinning: Pinning
  /** Whether each generator has a CPU of its own. */
  canPoll: boolean
  /** In a line. */
  description: string
  /** Whether a host was out of reach before the end. */
  readonly wasLost: boolean
  /** Ends what runs on other hosts. */
  close(): Promise<void>
}

/** A host that has agreed to take part, and is reached. */
interface Partner {
  link: Link
  taken: Taken
  roundTrip: RoundTrip
}

/**
 * Connects, and finds out whether all hosts have the same suite and the same servers, and reach each other.
 * @throws where they do not, in one line with what mends it; nothing is left running then
 */
export async function linkRun(choice: HostChoice, plan: LinkedPlan): Promise<LinkedRun> {
  const { hosts, directory = ROOT, config } = choice
  if (hosts.length > plan.connections) {
    throw new UsageError(`${hosts.length} hosts can't share ${plan.connections} connections: raise --connections`)
  }
  const here = detectPinning(plan.workers)
  const opening = hosts.map((host) => Link.open({ host, directory, config, cpus: here.generator }))
  const opened = await Promise.allSettled(opening)
  const links = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const each of opened) if (each.status === 'rejected') throw each.reason
    return await agree(links, choice, plan, here)
  } catch (error) {
    await closeAll(links)
    throw error
  }
}

async function agree(links: readonly Link[], choice: HostChoice, plan: LinkedPlan, here: Pinning): Promise<LinkedRun> {
  const isFar = choice.part === 'server'
  const introduced = await Promise.all(links.map((link) => introduce(link)))
  const taken: Taken[] = []
  for (const link of links) taken.push(await take(link, choice.part, plan))
  const address = choice.address ?? addressOf(choice, introduced)
  const partners: Partner[] = []
  for (const [i, link] of links.entries()) {
    const roundTrip = await roundTripOver(link, choice.part, address)
    partners.push({ link, taken: taken[i] as Taken, roundTrip })
  }
  const [first] = partners as [Partner]
  const lost = Promise.race(links.map((link) => link.lost))
  lost.catch(() => {})
  const own = describeEnvironment(here, runtimesOf(plan.servers), plan.generator.version())
  const { pinning: there } = first.taken
  return {
    hosts: {
      serverHost: isFar ? farServerHost(first.link, address) : thisHost(address),
      environment: environmentOf(choice.part, own, partners),
      lost,
      assertReached: async () => {
        await Promise.all(links.map((link) => link.call('sign')))
      },
    },
    generator: isFar
      ? watchedGenerator(plan.generator, here.generator, true)
      : generatorOn(links.map((link) => farGenerator(link, plan.generator))),
    pinning: isFar ? { ...there, generator: here.generator, note: there.note ?? here.note } : here,
    canPoll: isFar ? here.generator !== null : taken.every(({ pinning }) => pinning.generator !== null),
    description: describe(choice.part, partners),
    get wasLost() {
      return links.some(({ isLost }) => isLost)
    },
    close: () => closeAll(links),
  }
}

async function closeAll(links: readonly Link[]): Promise<void> {
  await Promise.all(links.map((link) => link.close()))
}

function generatorOn(generators: readonly LoadGenerator[]): LoadGenerator {
  const [only, ...others] = generators as [LoadGenerator, ...LoadGenerator[]]
  return others.length === 0 ? only : jointGenerator(generators)
}

/** @throws UsageError where it is another suite */
async function introduce(link: Link): Promise<Introduction> {
  const introduction = await link.call('introduce')
  const difference = suiteDifference(link.host, introduction.suite, ownSuite())
  if (difference) throw new UsageError(difference)
  return introduction
}

/** Takes the host for the run. */
async function take(link: Link, part: Part, { scenario, servers, workers }: LinkedPlan): Promise<Taken> {
  const taken = await link.call('take', part, workers).catch((error) => {
    throw new Error(`${link.host}: ${messageOf(error)}`)
  })
  if (part === 'generator') return taken
  const differences = await link.call('expectServers', scenario, servers.map(orderOf))
  if (differences.length > 0) throw new UsageError(`on ${link.host}, ${differences.join('; ')}`)
  return taken
}

/** The address of the servers' host on the connections. */
function addressOf({ part, hosts }: HostChoice, introduced: readonly Introduction[]): string {
  const seen = introduced.map(({ addresses }, i) => {
    const address = part === 'server' ? addresses?.own : addresses?.caller
    if (address) return address
    throw new UsageError(
      `${hosts[i]} does not tell the addresses of the connection: name the servers' one with --address`,
    )
  })
  const [first, ...others] = new Set(seen)
  if (others.length === 0) return first as string
  throw new UsageError(`${hosts.join(' and ')} see this host as ${seen.join(' and ')}: name one with --address`)
}

/** From the generator's host to the server's, by the clock of the former. */
async function roundTripOver(link: Link, part: Part, address: string): Promise<RoundTrip> {
  const how = `: name an address of the servers' host with --address`
  const [server, generator] = part === 'server' ? [link.host, 'this host'] : ['this host', link.host]
  const refuse = (what: string) => (error: unknown) => {
    throw new Error(`${what}: ${messageOf(error)}${how}`)
  }
  const cannotListen = refuse(`${server} can't listen on ${address}`)
  const cannotReach = refuse(`${generator} does not reach ${server} on ${address}`)
  if (part === 'server') {
    const port = await link.call('answerBytes', address).catch(cannotListen)
    return measureRoundTrip(address, port).catch(cannotReach)
  }
  const answerer = await answerBytes(address).catch(cannotListen)
  try {
    return await link.call('measureRoundTrip', address, answerer.port).catch(cannotReach)
  } finally {
    answerer.server.close()
  }
}

/** The servers' host is the one whose machine is described; of the generators' there is a part. */
function environmentOf(part: Part, own: Environment, partners: readonly Partner[]): Environment {
  const there = partners.map(({ taken }) => taken.environment)
  const server = part === 'server' ? (there[0] as Environment) : own
  const generators = part === 'server' ? [own] : there
  return {
    ...server,
    runtimes: own.runtimes,
    link: {
      runner: part === 'server' ? 'generator' : 'server',
      roundTrip: longest(partners),
      generators: generators.map(
        ({ cpuModel, cpuCount, pinning, memoryBytes, os, kernel, arch, governor, cpuQuota }) => ({
          ...{ cpuModel, cpuCount, cpus: pinning.generator, memoryBytes, os, kernel, arch, governor, cpuQuota },
        }),
      ),
    },
  }
}

function longest(partners: readonly Partner[]): RoundTrip {
  return partners.map(({ roundTrip }) => roundTrip).reduce((a, b) => (b.medianMs > a.medianMs ? b : a))
}

function describe(part: Part, partners: readonly Partner[]): string {
  const what = part === 'server' ? 'the servers run on' : 'the load comes from'
  const machines = partners.map(({ link, taken: { environment } }) => {
    const { cpuModel, cpuCount } = environment
    return `${link.host} (${cpuModel}, ${cpuCount} CPUs)`
  })
  const farthest = partners.length > 1 ? ' at the most' : ''
  return `${what} ${machines.join(' and ')}, and a byte goes there and back in ${longest(partners).medianMs.toFixed(2)} ms${farthest}`
}

/** Whether an address is of no use to another host. */
export function isLoopback(address: string): boolean {
  return address === HOST || address === '::1' || address.startsWith('127.')
}
