import { randomInt } from 'node:crypto'
import { type Command, Option } from 'commander'
import {
  ARRIVAL_KINDS,
  type ArrivalKind,
  type LatencyProtocol,
  type Objective,
} from '../../../shared/result/latency.ts'
import { latencyAndReport } from '../../application/latency-and-report.ts'
import { defaultLatencyProtocol } from '../../latency/rates.ts'
import { say } from '../../terminal/output.ts'
import {
  objective,
  positiveInteger,
  rates,
  SCENARIO_NAMES,
  scenarioNamed,
  seconds,
  seed,
  shares,
  userPath,
} from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

interface LatencyOptions extends ServerOptions {
  rates?: number[]
  shares?: number[]
  arrivals: ArrivalKind
  connections: number
  slice: number
  rounds?: number
  sleeping: boolean
  slo?: Objective
  seed?: number
  out?: string
}

const standard = defaultLatencyProtocol

export function addLatencyCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('latency')
    .usage('<scenario> [options]')
    .argument('[scenario]', SCENARIO_NAMES)
    .description(
      'latency by an open loop, at rates that are the same for all servers and at shares of each one’s maximum',
    )
    .addOption(
      new Option('--rates <a,b>', 'requests/s, or none (default: 1000,5000,10000,20000; none with --slo)').argParser(
        rates,
      ),
    )
    .addOption(
      new Option(
        '--shares <a,b>',
        'percent of each server’s maximum, or none (default: 20,50,80,95; none with --slo)',
      ).argParser(shares),
    )
    .addOption(
      new Option('--arrivals <kind>', 'when requests are due').choices(ARRIVAL_KINDS).default(standard.arrivals),
    )
    .addOption(new Option('--connections <n>').argParser(positiveInteger).default(standard.connections))
    .addOption(new Option('--slice <seconds>', 'of load at a rate').argParser(seconds).default(standard.sliceSeconds))
    .addOption(
      new Option('--rounds <n>', 'fresh processes of each server at a rate (default: 5; 1 with --slo alone)').argParser(
        positiveInteger,
      ),
    )
    .addOption(
      new Option('--no-sleeping', 'without the slices of a generator that sleeps, which show what it costs the server'),
    )
    .addOption(new Option('--slo <objective>', 'the highest rate with that, such as "p99<20ms"').argParser(objective))
    .addOption(new Option('--seed <n>', 'of requests and arrivals (default: random)').argParser(seed))
    .option('--out <file>', 'write the result to this file (default: results/latency/<scenario>/<date>.json)')
  withServerOptions(command).action(async (name: string | undefined, options: LatencyOptions) =>
    finish(await latencyCommand(name, options)),
  )
}

async function latencyCommand(name: string | undefined, options: LatencyOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options)
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { installed: servers, notInstalled } = chosen
  const out = options.out === undefined ? undefined : userPath(options.out)
  const status = await latencyAndReport({ scenario, servers, notInstalled, protocol: protocolOf(options), out })
  return Math.max(status, missingServersStatus(chosen, options, false))
}

/** Who asks for an objective alone wants no rates besides, and one round of maxima, between which is searched. */
function protocolOf(options: LatencyOptions): LatencyProtocol {
  const { slo: goal = null, arrivals, connections, slice, sleeping, seed: chosen } = options
  const isSearch = goal !== null && options.rates === undefined && options.shares === undefined
  return {
    ...standard,
    arrivals,
    connections,
    rates: options.rates ?? (goal === null ? [...standard.rates] : []),
    shares: options.shares ?? (goal === null ? [...standard.shares] : []),
    sliceSeconds: slice,
    rounds: options.rounds ?? (isSearch ? 1 : standard.rounds),
    objective: goal,
    sleeping,
    seed: chosen ?? randomInt(2 ** 31),
  }
}
