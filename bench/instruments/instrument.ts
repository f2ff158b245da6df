/**
 * The host of all instruments: turns the definition of one into its command. It reserves the machine, describes it, shows,
 * writes and publishes.
 */
import { relative } from 'node:path'
import type { Row } from '../../charts/instruments/columns.ts'
import { type Instrument, terminalText } from '../../charts/instruments/instrument.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import type { InstrumentFile, Unsealed } from '../../shared/results/instrument-files.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { assertFree } from '../cli/assert-free.ts'
import { type AddCommand, command, type Settings, type Values } from '../cli/command.ts'
import { ALL, out, quick as quickOption, resultFile, SCENARIO_OR_ALL } from '../cli/options.ts'
import { publishPages } from '../cli/publishing.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  partOf,
  type ServerOptions,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import { detectPinning, type Pinning, pinSelf } from '../host/cpus.ts'
import { describeEnvironment, describeSource } from '../host/environment.ts'
import { lockMachine, unlockMachine } from '../host/lock.ts'
import type { Runtime } from '../host/runtimes.ts'
import type { MissingServer, Server } from '../host/servers.ts'
import { runtimesOf } from '../run/run-record.ts'
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
  /** Left out where the file does not name them. */
  notInstalled?: readonly Pick<MissingServer, 'name' | 'install'>[]
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
interface Place<F extends InstrumentFile> {
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
  writeBeside?(path: string, file: Unsealed<F>): void
}

interface Definition<F extends InstrumentFile, R extends Row, S extends Settings> {
  shows: Instrument<F, R>
  description: string
  operands?: Parameters<typeof command>[0]['operands']
  options: S
  /** Measures time, and so needs the machine for itself. */
  timed?: boolean
  more?: string
  place?(values: Values<S>): Place<F>
  /** Chooses what is measured, a file each. @throws UsageError */
  plan(values: Values<S>, ...operands: string[]): Plan<F> | Plan<F>[] | Promise<Plan<F> | Plan<F>[]>
}

/** An instrument that chooses by itself what it measures. */
export function instrumentCommand<F extends InstrumentFile, R extends Row, const S extends Settings>(
  definition: Definition<F, R, S>,
): AddCommand {
  const { shows, description, operands = [], options, timed = true, more } = definition
  return command({
    ...{ name: shows.name, description, operands, options, timed, ...(more !== undefined && { more }) },
    async run(values, ...words) {
      const plans = [await definition.plan(values as Values<S>, ...words)].flat()
      if (timed) await lockMachine(say)
      try {
        let status = 0
        for (const plan of plans) {
          status = Math.max(status, await measureAndWrite(definition, values as Values<S>, plan))
        }
        return status
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
  where.writeBeside?.(path, file)
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
  for (const { name, install } of notInstalled ?? []) say(`${name} is not installed: ${install}`)
  for (const line of lines) say(line)
  if (pinning.note) say(`no process is pinned to a CPU: ${pinning.note}`)
  const source = describeSource()
  const environment = describeEnvironment(pinning, runtimes, tool)
  if (timed) pinSelf(pinning.generator)
  const missing = notInstalled?.map(({ name, install }) => ({ name, install }))
  return { environment, source, ...(missing && { notInstalled: missing }) }
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
  /** Names of all servers that were chosen, sorted: `only` may have left some out, and some may not be installed. */
  names: readonly string[]
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
  place?(values: ScenarioValues<S>): Omit<Place<F>, 'out'>
  /** Makes ready what measures. Its pinning is used from then on. */
  prepare?(values: ScenarioValues<S>, pinning: Pinning): Promise<T>
  /** Of the names of all chosen servers, sorted, those that are measured. @throws UsageError where none is left */
  only?(names: readonly string[], scenario: Scenario, values: ScenarioValues<S>): readonly string[]
  /** Everything that makes two files comparable, as the file has it. */
  protocol(values: ScenarioValues<S>, servers: readonly Server[], tool: T): Protocol | Promise<Protocol>
  /** What is about to be measured, behind the scenario and the number of servers. */
  opening(protocol: Protocol, servers: readonly Server[], values: ScenarioValues<S>): string
  /** Measures all servers, and returns what the file holds beyond the head, the scenario and the protocol. */
  measure(chosen: Chosen<Protocol, S, T>): Promise<Omit<F, Added | 'scenario' | 'protocol'>>
  failed?(contents: Omit<F, Added>): boolean
}

/** An instrument of the servers of a scenario, or of each scenario. */
export function serversCommand<
  F extends InstrumentFile,
  R extends Row,
  const S extends Settings,
  Protocol,
  T extends Tool = Tool,
>(definition: OfServers<F, R, S, Protocol, T>): AddCommand {
  const { shows, description, options, timed, more, failed, place, prepare } = definition
  return instrumentCommand({
    ...{ shows, description, operands: [SCENARIO_OR_ALL], options: { ...options, ...scenarioOptions(shows.name) } },
    ...(timed !== undefined && { timed }),
    ...(more !== undefined && { more }),
    place: (given) => {
      const values = given as unknown as ScenarioValues<S> & { out: string | undefined; quick: boolean }
      return { ...place?.(values), out: resultFile(values) }
    },
    async plan(given, name = '') {
      const values = given as unknown as ScenarioValues<S> & ServerOptions & { out: string | undefined }
      if (name === ALL && values.out !== undefined)
        throw new UsageError(`--out takes one file, and "${ALL}" makes several: leave one of them out`)
      const all = ofScenarios(scenariosFor(name, values), (scenario) => ({
        scenario,
        ...partOf(chosenServers(scenario, values), (names) => definition.only?.(names, scenario, values) ?? names),
      }))
      const usual = detectPinning()
      const tool = (await prepare?.(values, usual)) ?? ({ tool: 'none', pinning: usual } as T)
      return Promise.all(
        all.map(async ({ scenario, names, chosen }) => {
          const servers = chosen.installed
          const protocol = await definition.protocol(values, servers, tool)
          const opening = definition.opening(protocol, servers, values)
          return {
            scenario: scenario.name,
            lines: [
              ...leftOutLines(chosen, scenario),
              `${scenario.name}: ${plural(servers.length, 'server')}, ${opening}`,
            ],
            notInstalled: chosen.notInstalled,
            pinning: tool.pinning,
            runtimes: runtimesOf(servers),
            tool: tool.tool,
            ...(failed && { failed }),
            status: missingServersStatus(chosen, values, name === ALL),
            async measure() {
              const { pinning } = tool
              const measured = await definition.measure({ scenario, servers, names, protocol, pinning, tool, values })
              return { scenario: scenario.name, protocol, ...sixDigits(measured) } as unknown as Omit<F, Added>
            },
          }
        }),
      )
    },
  })
}

/** Of several scenarios those that have something to measure; the others are named. @throws UsageError where none has */
function ofScenarios<T>(all: readonly Scenario[], choose: (scenario: Scenario) => T): T[] {
  const reasons: string[] = []
  const chosen = all.flatMap((scenario) => {
    try {
      return [choose(scenario)]
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      reasons.push(error.message)
      return []
    }
  })
  if (chosen.length === 0) throw new UsageError(reasons.join('; '))
  for (const reason of reasons) say(reason)
  return chosen
}
