/**
 * The host of all instruments: turns the definition of one into its command. It reserves the machine, describes it, shows,
 * writes and publishes.
 */
import { relative } from 'node:path'
import type { Row } from '../../charts/instruments/columns.ts'
import { type Instrument, terminalText } from '../../charts/instruments/instrument.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import type { InstrumentFile, Unsealed } from '../../shared/result/instrument-files.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { assertFree } from '../application/assert-free.ts'
import { publishPages } from '../application/publishing.ts'
import { type AddCommand, command, type Settings, type Values } from '../cli/command.ts'
import { out, quick as quickOption, resultFile, SCENARIO, scenarioNamed } from '../cli/options.ts'
import { chosenServers, leftOutLines, missingServersStatus, serverOptions } from '../cli/server-options.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { detectPinning, type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { say } from '../terminal/output.ts'

/** The fields that the host adds to a file. */
type Added =
  | 'schemaVersion'
  | 'metric'
  | 'startedAt'
  | 'finishedAt'
  | 'environment'
  | 'source'
  | 'notInstalled'
  | 'checksum'

/** Everything about a measurement that is known before anything is measured. */
interface Plan<F extends InstrumentFile> {
  /** Name of the scenario, where files lie in a folder of each. */
  scenario?: string
  /** Opening lines. */
  lines?: readonly string[]
  notInstalled: readonly Pick<MissingServer, 'name' | 'install'>[]
  pinning: Pinning
  runtimes: readonly Runtime[]
  /** The program that loads, counts or times, with its version. */
  tool?: string
  measure(): Promise<Omit<F, Added>>
  /** Whether something that was asked for has no figures; by default, whether a server is disqualified. */
  failed?(contents: Omit<F, Added>): boolean
  /** Exit status for what was asked for and left out. */
  status?: number
}

/** Where a file goes. */
interface Place {
  /** Chosen by the user: such a file is not published. */
  out: string | undefined
  /** Most bytes that it has, with what is written beside it. */
  size?: number
  /** Further paths that must be free. */
  besides?(path: string): string[]
  /** Replaces the default place. */
  path?(usual: string): string
  publish?: boolean
  /** Writes what belongs to the file, before it. */
  writeBeside?(path: string): void
}

interface Definition<F extends InstrumentFile, R extends Row, S extends Settings> {
  shows: Instrument<F, R>
  description: string
  operands?: Parameters<typeof command>[0]['operands']
  options: S
  /** Measures time, and so needs the machine for itself. */
  timed?: boolean
  more?: string
  place?(values: Values<S>): Place
  /** Chooses what is measured. @throws UsageError */
  plan(values: Values<S>, ...operands: string[]): Plan<F> | Promise<Plan<F>>
}

/** An instrument that chooses by itself what it measures. */
export function instrumentCommand<F extends InstrumentFile, R extends Row, const S extends Settings>(
  definition: Definition<F, R, S>,
): AddCommand {
  const { shows, description, operands = [], options, timed = true, more } = definition
  return command({
    ...{ name: shows.name, description, operands, options, timed, ...(more !== undefined && { more }) },
    async run(values, ...words) {
      const plan = await definition.plan(values as Values<S>, ...words)
      if (timed) await lockMachine(say)
      try {
        return await measureAndWrite(definition, values as Values<S>, plan)
      } finally {
        unlockMachine()
      }
    },
  })
}

async function measureAndWrite<F extends InstrumentFile, R extends Row, S extends Settings>(
  { shows, place, timed = true }: Definition<F, R, S>,
  values: Values<S>,
  plan: Plan<F>,
): Promise<number> {
  const startedAt = new Date().toISOString()
  const { store } = shows
  const { scenario } = plan
  const where = place?.(values) ?? { out: (values as { out?: string }).out }
  const usual = store.path({ startedAt, ...(scenario !== undefined && { scenario }) } as Parameters<
    typeof store.path
  >[0])
  const path = where.out ?? where.path?.(usual) ?? usual
  assertFree(path, where.size, where.besides?.(path))
  const described = describe(plan, timed)
  const contents = await plan.measure()
  const finishedAt = new Date().toISOString()
  const file = store.complete({ startedAt, finishedAt, ...described, ...contents } as unknown as Parameters<
    typeof store.complete
  >[0])
  say(`\n${terminalText(shows, file)}\n`)
  where.writeBeside?.(path)
  store.write(path, file)
  const took = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  say(`took ${duration(took)}, written to ${relative('', path)}`)
  if (where.out === undefined && (where.publish ?? true)) await publishPages()
  const failed = plan.failed?.(contents) ?? hasDisqualified(contents as unknown as Unsealed<F>)
  return Math.max(failed ? 1 : 0, plan.status ?? 0)
}

function hasDisqualified(contents: object): boolean {
  const { servers = [] } = contents as { servers?: readonly { refusal: string | null }[] }
  return servers.some(({ refusal }) => refusal !== null)
}

function describe(
  { lines = [], notInstalled, pinning, runtimes, tool = 'none' }: Omit<Plan<InstrumentFile>, 'measure' | 'failed'>,
  timed: boolean,
) {
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  for (const line of lines) say(line)
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
  const source = describeSource()
  const environment = describeEnvironment(pinning, runtimes, tool)
  if (timed) pinSelf(pinning.generator)
  return { environment, source, notInstalled: notInstalled.map(({ name, install }) => ({ name, install })) }
}

/** Options of every instrument that measures the servers of a scenario. */
const scenarioOptions = (name: string) => ({
  quick: quickOption,
  out: out(`${name}/<scenario>`),
  ...serverOptions,
})

type ScenarioValues<S> = Values<S> & Values<ReturnType<typeof scenarioOptions>>

/** The program that loads, counts or times, made ready. */
interface Tool {
  /** Its name, with its version. */
  tool: string
  pinning: Pinning
}

/** The servers of a scenario that an instrument measures. */
interface Chosen<Protocol, S, T> {
  scenario: Scenario
  servers: readonly Server[]
  protocol: Protocol
  pinning: Pinning
  tool: T
  values: ScenarioValues<S>
}

interface OfServers<F extends InstrumentFile, R extends Row, S extends Settings, Protocol, T extends Tool> {
  shows: Instrument<F, R>
  description: string
  /** The name of each flag is that of its value; those that choose servers and the file are added. */
  options: S
  timed?: boolean
  more?: string
  /** Makes ready what measures. Its pinning is used from then on. */
  prepare?(values: ScenarioValues<S>, pinning: Pinning): Promise<T>
  /** Everything that makes two files comparable, as the file has it. */
  protocol(values: ScenarioValues<S>, servers: readonly Server[], tool: T): Protocol | Promise<Protocol>
  /** What is about to be measured, behind the scenario and the number of servers. */
  opening(protocol: Protocol, servers: readonly Server[]): string
  /** Measures all servers, and returns what the file holds beyond the head, the scenario and the protocol. */
  measure(chosen: Chosen<Protocol, S, T>): Promise<Omit<F, Added | 'scenario' | 'protocol'>>
  failed?(contents: Omit<F, Added>): boolean
}

/** An instrument of the servers of a scenario. */
export function serversCommand<
  F extends InstrumentFile,
  R extends Row,
  const S extends Settings,
  Protocol,
  T extends Tool = Tool,
>(definition: OfServers<F, R, S, Protocol, T>): AddCommand {
  const { shows, description, options, timed, more, failed, prepare } = definition
  return instrumentCommand({
    ...{ shows, description, operands: [SCENARIO], options: { ...options, ...scenarioOptions(shows.name) } },
    ...(timed !== undefined && { timed }),
    ...(more !== undefined && { more }),
    place: (values) => ({ out: resultFile(values as unknown as { out: string | undefined; quick: boolean }) }),
    async plan(given, name = '') {
      const values = given as unknown as ScenarioValues<S>
      const scenario = scenarioNamed(name)
      const chosen = chosenServers(scenario, values)
      const servers = chosen.installed
      const usual = detectPinning()
      const tool = (await prepare?.(values, usual)) ?? ({ tool: 'none', pinning: usual } as T)
      const { pinning } = tool
      const protocol = await definition.protocol(values, servers, tool)
      return {
        scenario: scenario.name,
        lines: [
          ...leftOutLines(chosen, scenario),
          `${scenario.name}: ${plural(servers.length, 'server')}, ${definition.opening(protocol, servers)}`,
        ],
        notInstalled: chosen.notInstalled,
        pinning,
        runtimes: runtimesOf(servers),
        tool: tool.tool,
        ...(failed && { failed }),
        status: missingServersStatus(chosen, values, false),
        async measure() {
          const measured = await definition.measure({ scenario, servers, protocol, pinning, tool, values })
          return { scenario: scenario.name, protocol, ...sixDigits(measured) } as unknown as Omit<F, Added>
        },
      }
    },
  })
}
