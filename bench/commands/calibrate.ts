import { relative } from 'node:path'
import Table from 'cli-table3'
import { type Command, Option } from 'commander'
import type { Scenario } from '../../shared/scenario.ts'
import { buildServer } from '../build.ts'
import { calibrate, keptUp, whyUseless } from '../calibrate.ts'
import { type Calibration, isGeneratorLimited, writeCalibration } from '../calibration.ts'
import { detectPinning, pinSelf } from '../cpus.ts'
import { generators } from '../generators/generators.ts'
import { lockMachine, unlockMachine } from '../lock.ts'
import { defaultProtocol, positiveInteger, scenarioNamed } from '../options.ts'
import type { Protocol } from '../result.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../servers.ts'
import { plainBorders } from '../table.ts'

/** Fast servers of the suite, the fastest first. */
const FAST_SERVERS = ['http-bun', 'http-node']

interface CalibrateOptions {
  generator: Protocol['generator']
  connections: number
  pipelining: number
  scenario: string
}

export function addCalibrateCommand(program: Command, finish: (status: number) => void): void {
  const number = (flags: string, what: string, standard: number) =>
    new Option(flags, what).argParser(positiveInteger).default(standard)
  const { generator, connections, pipelining } = defaultProtocol
  program
    .command('calibrate')
    .description('find the rate at which a load generator becomes the limit on this machine')
    .addOption(new Option('--generator <name>', 'load generator').choices(Object.keys(generators)).default(generator))
    .addOption(number('--connections <n>', 'open connections', connections))
    .addOption(number('--pipelining <n>', 'requests in flight on each', pipelining))
    .addOption(new Option('--scenario <name>', 'whose requests are sent').default('update-user'))
    .action(async (options: CalibrateOptions) => finish(await calibrateCommand(options)))
}

async function calibrateCommand({ scenario: name, ...protocol }: CalibrateOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const generator = generators[protocol.generator]
  generator.check(protocol, scenario.name)
  const server = fastServer(scenario)
  lockMachine()
  try {
    if (server) await buildServer(server)
    const pinning = detectPinning()
    pinSelf(pinning.generator)
    const load = `${protocol.connections} connections, pipelining ${protocol.pipelining}`
    console.log(`${generator.name} ${generator.version()}, ${load}, requests of ${name}: about half a minute`)
    const calibration = await calibrate({ scenario, protocol, generator, pinning, server })
    console.log(`\n${calibrationTable(calibration)}\n`)
    const reason = whyUseless(calibration)
    if (reason) throw new Error(reason)
    console.log(conclusion(calibration))
    console.log(`written to ${relative('', writeCalibration(calibration))}`)
    return 0
  } finally {
    unlockMachine()
  }
}

function fastServer(scenario: Scenario): Server | undefined {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), scenario.name)
  return FAST_SERVERS.map((name) => installed.find((server) => server.name === name)).find(Boolean)
}

/** One row a load, the server of the suite last. */
function calibrationTable(calibration: Calibration): string {
  const table = new Table({
    head: ['server', 'offers/s', 'requests/s', 'generator CPU %', 'event loop %', 'server CPU %', 'limited by'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
    chars: plainBorders,
    style: { head: [], border: [] },
  })
  const row = (name: string, offered: number | null, load: Calibration['points'][number], limit: string) => [
    name,
    offered ? count(offered) : '',
    count(load.requestsPerSecond),
    load.generatorCpuPercent.toFixed(0),
    load.eventLoopPercent?.toFixed(0) ?? '',
    load.serverCpuPercent.toFixed(0),
    limit,
  ]
  const { points, server } = calibration
  for (const point of points) {
    const name = point.offered ? 'null, slowed' : 'null'
    table.push(row(name, point.offered, point, keptUp(point, points) ? 'server' : 'generator'))
  }
  if (server) {
    const { generatorCpuPercent: cpuPercent, serverCpuPercent, requestsPerSecond } = server
    const limited = isGeneratorLimited({ cpuPercent, serverCpuPercent, requestsPerSecond }, calibration)
    table.push(row(server.name, null, { offered: null, ...server }, limited ? 'generator, by the rule' : ''))
  }
  return table.toString()
}

function conclusion({ subject, ceiling, kneeCpuPercent }: Calibration): string {
  const knee = `${kneeCpuPercent.toFixed(0)}% of a CPU`
  const rate = `${count(ceiling.requestsPerSecond)} requests/s`
  return ceiling.reached
    ? `ceiling of ${subject.generator}: ${rate}; it stops keeping up at ${knee}`
    : `ceiling of ${subject.generator}: above ${rate}, which a server that does nothing reaches; it kept up to ${knee}`
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
