import { relative } from 'node:path'
import { type Command, Option } from 'commander'
import { grouped } from '../../../shared/basics/text.ts'
import { textTable } from '../../../shared/basics/text-table.ts'
import { type Calibration, writeCalibration } from '../../../shared/result/calibration.ts'
import type { Protocol } from '../../../shared/result/format.ts'
import { isGeneratorLimited } from '../../../shared/result/verdicts.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { calibrate, keptUp, whyUseless } from '../../calibrate/calibrate.ts'
import { buildServer } from '../../contenders/build.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../../contenders/servers.ts'
import { generators } from '../../load/generators.ts'
import { detectPinning, pinSelf } from '../../machine/cpus.ts'
import { lockMachine, unlockMachine } from '../../machine/lock.ts'
import { defaultProtocol } from '../../measure/protocol.ts'
import { say } from '../../terminal/output.ts'
import { positiveInteger, SCENARIO_NAMES, scenarioNamed } from '../options.ts'

/** Fast servers of the suite, the fastest first. */
const FAST_SERVERS = ['http-bun', 'http-node']

interface CalibrateOptions {
  generator: Protocol['generator']
  connections: number
  pipelining: number
  polling: boolean
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
    .addOption(number('--pipelining <n>', 'requests in flight on each connection', pipelining))
    .option('--no-polling', 'have the load generator sleep until answers come, as run does with the same option')
    .addOption(new Option('--scenario <name>', `whose requests are sent: ${SCENARIO_NAMES}`).default('update-user'))
    .action(async (options: CalibrateOptions) => finish(await calibrateCommand(options)))
}

async function calibrateCommand({ scenario: name, ...load }: CalibrateOptions): Promise<number> {
  const scenario = scenarioNamed(name)
  const generator = generators[load.generator]
  generator.check(load, scenario.name)
  const server = fastServer(scenario)
  lockMachine()
  try {
    if (server) await buildServer(server)
    const pinning = detectPinning()
    pinSelf(pinning.generator)
    const protocol = { ...load, polling: load.polling && generator.polls && pinning.generator !== null }
    const what = `${load.connections} connections, pipelining ${load.pipelining}`
    say(`${generator.name} ${generator.version()}, ${what}, requests of ${name}: about half a minute`)
    const calibration = await calibrate({ scenario, protocol, generator, pinning, server })
    say(`\n${calibrationTable(calibration)}\n`)
    const reason = whyUseless(calibration)
    if (reason) throw new Error(reason)
    say(conclusion(calibration))
    say(`written to ${relative('', writeCalibration(calibration))}`)
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
  const rows: string[][] = []
  const row = (name: string, offered: number | null, load: Calibration['points'][number], limit: string) => [
    name,
    offered ? grouped(offered) : '',
    grouped(load.requestsPerSecond),
    load.generatorCpuPercent.toFixed(0),
    load.eventLoopPercent?.toFixed(0) ?? '',
    load.serverCpuPercent.toFixed(0),
    limit,
  ]
  const { points, server } = calibration
  for (const point of points) {
    const name = point.offered ? 'null, slowed' : 'null'
    rows.push(row(name, point.offered, point, keptUp(point, points) ? 'server' : 'generator'))
  }
  if (server) {
    const { generatorCpuPercent, eventLoopPercent, serverCpuPercent, requestsPerSecond } = server
    const cpuPercent = calibration.subject.polling ? (eventLoopPercent ?? 0) : generatorCpuPercent
    const limited = isGeneratorLimited({ cpuPercent, serverCpuPercent, requestsPerSecond }, calibration)
    rows.push(
      row(
        server.name,
        null,
        { offered: null, addedMicroseconds: null, ...server },
        limited ? 'generator, by the rule' : '',
      ),
    )
  }
  const head = [
    'server',
    'could answer/s',
    'requests/s',
    'generator CPU %',
    'event loop %',
    'server CPU %',
    'limited by',
  ]
  return textTable(head, rows, ['left', 'right', 'right', 'right', 'right', 'right', 'left'])
}

function conclusion({ subject, ceiling, kneeCpuPercent }: Calibration): string {
  const knee = `${kneeCpuPercent.toFixed(0)}% of ${subject.polling ? 'its time' : 'a CPU'}`
  const rate = `${grouped(ceiling.requestsPerSecond)} requests/s`
  return ceiling.reached
    ? `ceiling of ${subject.generator}: ${rate}; it stops keeping up at ${knee}`
    : `ceiling of ${subject.generator}: above ${rate}, which a server that does nothing reaches; it kept up to ${knee}`
}
