/** Instruments of the servers of a scenario, or of each scenario. */
import type { Row } from '../../charts/instruments/columns.ts'
import type { Instrument } from '../../charts/instruments/instrument.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import type { InstrumentFile } from '../../shared/results/instrument-files.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { ALL, out, quick as quickOption, resultFile, SCENARIO_OR_ALL } from '../cli/options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  partOf,
  type ServerOptions,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import { detectPinning, type Pinning } from '../host/cpus.ts'
import type { Server } from '../host/servers.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'
import { type Added, instrumentCommand, type Place } from './instrument.ts'

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
