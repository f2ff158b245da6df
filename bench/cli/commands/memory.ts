import { type Command, Option } from 'commander'
import type { MemoryProtocol } from '../../../shared/result/memory.ts'
import { memoryAndReport } from '../../application/memory-and-report.ts'
import { say } from '../../terminal/output.ts'
import {
  positiveInteger,
  SCENARIO_NAMES,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
  timeSpan,
  userPath,
} from '../options.ts'
import {
  chosenServers,
  leftOutLines,
  missingServersStatus,
  type ServerOptions,
  withServerOptions,
} from '../server-options.ts'

/** A rate that every server can hold, also beside others on its CPU: 100,000 requests in 40 s. */
const RATE = 2_500
const SECONDS = 40
const IDLE = 10
const CONNECTIONS = 16
/** Points of a series at the most, so that a soak of hours is no larger file. */
const POINTS = 240
/** Of each server, and side by side; a soak is a process of each, since its interval comes from within. */
const PROCESSES = 3
const SIDE_BY_SIDE = 4

interface MemoryOptions extends ServerOptions {
  rate: number
  duration: number
  idle: number
  soak?: number
  processes?: number
  sideBySide: number
  seed: number
  out?: string
}

export function addMemoryCommand(program: Command, finish: (status: number) => void): void {
  const command = program
    .command('memory')
    .usage('[scenario] [options]')
    .argument('[scenario]', SCENARIO_NAMES, 'update-user')
    .description('memory of servers over time at the same rate, at rest and after a collection of garbage')
    .addOption(new Option('--rate <n>', 'requests/s of each server').argParser(positiveInteger).default(RATE))
    .addOption(new Option('--duration <seconds>', 'of the load').argParser(seconds).default(SECONDS))
    .addOption(new Option('--idle <seconds>', 'of rest after it').argParser(secondsOrNone).default(IDLE))
    .addOption(
      new Option(
        '--soak <time>',
        'load for so long (10m, 600s), collect garbage meanwhile, and tell whether what stays grows',
      ).argParser(timeSpan),
    )
    .addOption(
      new Option('--processes <n>', `of each server (default: ${PROCESSES}, with --soak 1)`).argParser(positiveInteger),
    )
    .addOption(
      new Option('--side-by-side <n>', 'servers at once, on the same CPU')
        .argParser(positiveInteger)
        .default(SIDE_BY_SIDE),
    )
    .addOption(new Option('--seed <n>', 'of the order and of the requests').argParser(seed).default(1))
    .option('--out <file>', 'write the result to this file (default: results/memory/<scenario>/<date>.json)')
  withServerOptions(command).action(async (name: string, options: MemoryOptions) =>
    finish(await memoryCommand(name, options)),
  )
}

async function memoryCommand(name: string, options: MemoryOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const chosen = chosenServers(scenario, options)
  for (const line of leftOutLines(chosen, scenario)) say(line)
  const { installed: servers, notInstalled } = chosen
  const { rate, duration, idle, soak, sideBySide, out } = options
  const loadSeconds = soak ?? duration
  const protocol: MemoryProtocol = {
    rate,
    connections: CONNECTIONS,
    loadSeconds,
    idleSeconds: idle,
    soak: soak !== undefined,
    every: Math.max(1, Math.round(loadSeconds / POINTS)),
    processes: options.processes ?? (soak === undefined ? PROCESSES : 1),
    sideBySide: Math.min(sideBySide, servers.length),
    seed: options.seed,
  }
  const status = await memoryAndReport({
    scenario,
    servers,
    notInstalled,
    protocol,
    out: out === undefined ? undefined : userPath(out),
  })
  return Math.max(status, missingServersStatus(chosen, options, false))
}
