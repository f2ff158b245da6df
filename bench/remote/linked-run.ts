/** A run whose load comes from another host. */
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { Environment } from '../../shared/results/environment.ts'
import { detectPinning, type Pinning } from '../host/cpus.ts'
import { describeEnvironment } from '../host/environment.ts'
import { HOST } from '../host/server-process.ts'
import type { Server } from '../host/servers.ts'
import type { LoadGenerator, LoadReport, LoadSession, LoadWatch } from '../load/generator.ts'
import type { LoadHost } from '../run/run-plan.ts'
import { runtimesOf } from '../run/run-record.ts'
import { Link } from './link.ts'
import { answerBytes, type RoundTrip } from './round-trip.ts'
import { ownSuite, suiteDifference } from './suite.ts'

/** The load generator's host, as the user names it. */
export interface HostChoice {
  /** As `ssh` takes it. */
  host: string
  /** The suite's folder there; the same as here where it is left out. */
  directory: string | undefined
  /** This host's address, as the generator reaches it; that of the connection if left out. */
  address: string | undefined
}

interface LinkedPlan {
  servers: readonly Server[]
  workers: number
  generator: LoadGenerator
}

interface LinkedRun {
  host: LoadHost
  generator: LoadGenerator
  pinning: Pinning
  /** The generator has a CPU of its own. */
  canPoll: boolean
  /** In a line. */
  description: string
  /** Ends what runs there. */
  close(): Promise<void>
}

/**
 * Connects, and finds out whether the host has the same suite and reaches this one.
 * @throws where it does not, in one line with the fix; nothing is left running then
 */
export async function linkRun(choice: HostChoice, plan: LinkedPlan): Promise<LinkedRun> {
  const { host, directory = ROOT } = choice
  const pinning = detectPinning(plan.workers)
  const link = await Link.open({ host, directory, cpus: pinning.generator })
  try {
    const { suite, caller } = await link.call('introduce')
    const difference = suiteDifference(host, suite, ownSuite())
    if (difference) throw new UsageError(difference)
    const there = await link.call('reserve', plan.workers).catch((error) => {
      throw new Error(`${host}: ${messageOf(error)}`)
    })
    const address = choice.address ?? caller
    if (!address)
      throw new UsageError(`${host} does not tell this host's address on the connection: name it with --address`)
    const roundTrip = await roundTripFrom(link, address)
    const here = describeEnvironment(pinning, runtimesOf(plan.servers), plan.generator.version())
    const { cpuModel, cpuCount } = there
    return {
      host: {
        address,
        environment: linkedEnvironment(here, there, roundTrip),
        lost: link.lost,
        assertReached: () => link.call('sign'),
      },
      generator: {
        ...plan.generator,
        prepare: async (load) => new RemoteSession(link, await link.call('prepare', load)),
      },
      pinning,
      canPoll: there.pinning.generator !== null,
      description: `the load comes from ${host} (${cpuModel}, ${cpuCount} CPUs), and a byte goes there and back in ${roundTrip.medianMs.toFixed(2)} ms`,
      close: () => link.close(),
    }
  } catch (error) {
    await link.close()
    throw error
  }
}

/** From the generator's host to this one, by the clock of the former. */
async function roundTripFrom(link: Link, address: string): Promise<RoundTrip> {
  const reject = (what: string) => (error: unknown) => {
    throw new Error(`${what}: ${messageOf(error)}: name an address of this host with --address`)
  }
  const { server, port } = await answerBytes(address).catch(reject(`this host can't listen on ${address}`))
  try {
    return await link
      .call('measureRoundTrip', address, port)
      .catch(reject(`${link.host} does not reach this host on ${address}`))
  } finally {
    server.close()
  }
}

/** Environment of the servers' host, with a part of the generator's. */
function linkedEnvironment(here: Environment, there: Environment, roundTrip: RoundTrip): Environment {
  const { cpuModel, cpuCount, pinning, memoryBytes, os, kernel, arch, governor, cpuQuota } = there
  const generator = { cpuModel, cpuCount, cpus: pinning.generator, memoryBytes, os, kernel, arch, governor, cpuQuota }
  return { ...here, link: { roundTrip, generator } }
}

class RemoteSession implements LoadSession {
  readonly #link: Link
  readonly #number: number
  isOver = false

  constructor(link: Link, number: number) {
    this.#link = link
    this.#number = number
  }

  async load(port: number, seconds: number, watch: LoadWatch = {}): Promise<LoadReport> {
    const unlisten = this.#link.listen(({ news, session }) => {
      if (session === this.#number) watch[news]?.()
    })
    try {
      return await this.#link.call('load', this.#number, port, seconds)
    } catch (error) {
      // Its process has ended, or can't be reached.
      this.isOver = true
      throw error
    } finally {
      unlisten()
    }
  }

  async release(port: number): Promise<void> {
    if (!this.isOver) await this.#link.call('release', this.#number, port).catch(() => {})
  }

  close(): Promise<void> {
    return this.#link.call('close', this.#number)
  }
}

/** Returns whether an address is a loopback address, which another host cannot use. */
export function isLoopback(address: string): boolean {
  return address === HOST || address === '::1' || address.startsWith('127.')
}
