/** Instruments that measure the servers of one or all scenarios. */

import type { Instrument } from '../../charts/instruments/instrument.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { InstrumentFile, Unsealed } from '../../shared/format/instrument-files.ts'
import type { Row } from '../../shared/probes/column.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import type { AddCommand, Settings, Values } from '../cli/command.ts'
import { ALL, out, quick, SCENARIO_OR_ALL } from '../cli/options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  partOf,
  type ServerOptions,
  scenariosFor,
  serverOptions,
} from '../cli/server-options.ts'
import type { Server } from '../folders/servers.ts'
import { detectPinning, type Pinning } from '../machine/cpus.ts'
import { type Added, instrumentCommand, type Place } from '../measure/command.ts'
import { runtimesOf } from '../run/run-record.ts'
import { say } from '../terminal/output.ts'

/** Options of all these instruments. */
const scenarioOptions = (name: string) => ({
  quick,
  out: out(`${name}/<scenario>`),
  ...serverOptions,
})

type ScenarioValues<S> = Values<S> & Values<ReturnType<typeof scenarioOptions>>

/** The prepared measuring program. */
interface Tool {
  /** Name and version. */
  tool: string
  pinning: Pinning
}

/** The servers to measure in a scenario. */
interface Chosen<Protocol, S, T> {
  scenario: Scenario
  servers: readonly Server[]
  /** Sorted names of all chosen servers, including those that `only` excludes or that are not installed. */
  names: readonly string[]
  protocol: Protocol
  pinning: Pinning
  tool: T
  values: ScenarioValues<S>
}

interface OfServers<
  F extends InstrumentFile,
  R extends Row,
  S extends Settings,
  Protocol,
  T extends Tool,
> {
  shows: Instrument<F, R>
  description: string
  /** Flags are named after their values. Options for servers and the file are added. */
  options: S
  timed?: boolean
  more?: string
  place?(values: ScenarioValues<S>): Place<Unsealed<F>>
  /** Prepares the measuring program, whose pinning is then used. */
  prepare?(values: ScenarioValues<S>, pinning: Pinning): Promise<T>
  /** Selects the servers to measure from the sorted names of all chosen ones. @throws UsageError if none is left */
  only?(names: readonly string[], scenario: Scenario, values: ScenarioValues<S>): readonly string[]
  /** Returns the conditions under which files are comparable. */
  protocol(
    values: ScenarioValues<S>,
    servers: readonly Server[],
    tool: T,
  ): Protocol | Promise<Protocol>
  /** Describes the measurement, after the scenario and the number of servers. */
  opening(protocol: Protocol, servers: readonly Server[], values: ScenarioValues<S>): string
  /** Measures all servers; returns the file without head, scenario and protocol. */
  measure(chosen: Chosen<Protocol, S, T>): Promise<Omit<F, Added | 'scenario' | 'protocol'>>
  failed?(contents: Omit<F, Added>): boolean
}

/** Returns the command of an instrument for the servers of one or all scenarios. */
export function serversCommand<
  F extends InstrumentFile,
  R extends Row,
  const S extends Settings,
  Protocol,
  T extends Tool = Tool,
>(definition: OfServers<F, R, S, Protocol, T>): AddCommand {
  const { shows, failed, place, prepare } = definition
  return instrumentCommand({
    ...definition,
    operands: [SCENARIO_OR_ALL],
    options: { ...definition.options, ...scenarioOptions(shows.name) },
    place: (given) => place?.(given as unknown as ScenarioValues<S>) ?? {},
    async plan(given, name = '') {
      const values = given as unknown as ScenarioValues<S> &
        ServerOptions & { out: string | undefined }
      if (name === ALL && values.out !== undefined)
        throw new UsageError(
          `--out takes one file, but "${ALL}" makes several: use only one of them`,
        )
      const all = ofScenarios(scenariosFor(name, values), (scenario) => ({
        scenario,
        ...partOf(
          chosenServers(scenario, values),
          (names) => definition.only?.(names, scenario, values) ?? names,
        ),
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
              const measured = await definition.measure({
                scenario,
                servers,
                names,
                protocol,
                pinning,
                tool,
                values,
              })
              return {
                scenario: scenario.name,
                protocol,
                ...sixDigits(measured),
              } as unknown as Omit<F, Added>
            },
          }
        }),
      )
    },
  })
}

/** Returns the scenarios that have servers to measure, and names the others. @throws UsageError if none has */
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
