/** A run over a network: its servers, or its load generator, on another host. */
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Environment } from '../../shared/result/environment.ts'
import { HOST } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'
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
  /** What the other host does. */
  part: Part
  /** As `ssh` takes it. */
  host: string
  /** The suite's folder there; the same as here where it is left out. */
  directory: string | undefined
  /** A configuration of OpenSSH in place of the user's. */
  config: string | undefined
  /** Of the servers' host, as the generator's reaches it; that of the connection where it is left out. */
  address: string | undefined
}

export interface LinkedPlan {
  scenario: string
  servers: readonly Server[]
  workers: number
  generator: LoadGenerator
}

/** What a run needs to know of its hosts. */
export interface LinkedRun {
  hosts: Hosts
  generator: LoadGenerator
  pinning: Pinning
  /** Whether the generator has a CPU of its own. */
  canPoll: boolean
  /** In a line. */
  description: string
  /** Whether a host was out of reach before the end. */
  readonly wasLost: boolean
  /** Ends what runs on other hosts. */
  close(): Promise<void>
}

/**
 * Connects, and finds out whether both hosts have the same suite and the same servers, and reach each other.
 * @throws where they do not, in one line with what mends it; nothing is left running then
 */
export async function linkRun(choice: HostChoice, plan: LinkedPlan): Promise<LinkedRun> {
  const here = detectPinning(plan.workers)
  const { host, directory = ROOT, config } = choice
  const link = await Link.open({ host, directory, config, cpus: here.generator })
  try {
    return await agree(link, choice, plan, here)
  } catch (error) {
    await link.close()
    throw error
  }
}

async function agree(link: Link, choice: HostChoice, plan: LinkedPlan, here: Pinning): Promise<LinkedRun> {
  const { part, host } = choice
  const { suite, addresses } = await link.call('introduce')
  const difference = suiteDifference(host, suite, ownSuite())
  if (difference) throw new UsageError(difference)
  const there = await link.call('take', part, plan.workers).catch((error) => {
    throw new Error(`${host}: ${messageOf(error)}`)
  })
  if (part === 'server') await assertSameServers(link, plan)
  const address = choice.address ?? addressOf(choice, addresses)
  const roundTrip = await roundTripOver(link, choice, address)
  const own = describeEnvironment(here, runtimesOf(plan.servers), plan.generator.version())
  const environment = environmentOf(part, own, there, roundTrip)
  const isFar = part === 'server'
  const pinning = isFar ? { ...there.pinning, generator: here.generator, note: there.pinning.note ?? here.note } : here
  const generatorCpus = isFar ? here.generator : there.pinning.generator
  return {
    hosts: {
      serverHost: isFar ? farServerHost(link, address) : thisHost(address),
      environment,
      lost: link.lost,
      assertReached: () => link.call('sign'),
    },
    generator: isFar ? watchedGenerator(plan.generator, here.generator, true) : farGenerator(link, plan.generator),
    pinning,
    canPoll: generatorCpus !== null,
    description: describe(choice, there, roundTrip),
    get wasLost() {
      return link.isLost
    },
    close: () => link.close(),
  }
}

async function assertSameServers(link: Link, { scenario, servers }: LinkedPlan): Promise<void> {
  const differences = await link.call('expectServers', scenario, servers.map(orderOf))
  if (differences.length > 0) throw new UsageError(`on ${link.host}, ${differences.join('; ')}`)
}

/** The address of the servers' host on the connection. */
function addressOf({ part, host }: HostChoice, addresses: Introduction['addresses']): string {
  const address = part === 'server' ? addresses?.own : addresses?.caller
  if (address) return address
  throw new UsageError(`${host} does not tell the addresses of the connection: name the servers' one with --address`)
}

/** From the generator's host to the server's, by the clock of the former. */
async function roundTripOver(link: Link, { part, host }: HostChoice, address: string): Promise<RoundTrip> {
  const how = `: name an address of the servers' host with --address`
  const [server, generator] = part === 'server' ? [host, 'this host'] : ['this host', host]
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

/** The servers' host is the one whose machine is described; of the generator's there is a part. */
function environmentOf(part: Part, own: Environment, { environment }: Taken, roundTrip: RoundTrip): Environment {
  const [server, generator] = part === 'server' ? [environment, own] : [own, environment]
  const { cpuModel, cpuCount, memoryBytes, os, kernel, arch, governor, cpuQuota, pinning } = generator
  return {
    ...server,
    runtimes: own.runtimes,
    link: {
      runner: part === 'server' ? 'generator' : 'server',
      roundTrip,
      generators: [{ cpuModel, cpuCount, cpus: pinning.generator, memoryBytes, os, kernel, arch, governor, cpuQuota }],
    },
  }
}

function describe({ part, host }: HostChoice, { environment }: Taken, { medianMs }: RoundTrip): string {
  const what = part === 'server' ? 'the servers run on' : 'the load comes from'
  const machine = `${environment.cpuModel}, ${environment.cpuCount} CPUs`
  return `${what} ${host} (${machine}), and a byte goes there and back in ${medianMs.toFixed(2)} ms`
}

/** Whether an address is of no use to another host. */
export function isLoopback(address: string): boolean {
  return address === HOST || address === '::1' || address.startsWith('127.')
}
