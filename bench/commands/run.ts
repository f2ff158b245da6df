import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { assertWritable } from '../atomic-file.ts'
import { messageOf, UsageError } from '../errors.ts'
import { generators } from '../generators/generators.ts'
import { lockMachine, unlockMachine } from '../lock.ts'
import {
  defaultProtocol,
  positiveInteger,
  quickProtocol,
  scenarioNamed,
  seconds,
  secondsOrNone,
  seed,
} from '../options.ts'
import { duration, Progress } from '../progress.ts'
import { publish } from '../publish.ts'
import type { Protocol, Result } from '../result.ts'
import { resultPath, writeResult } from '../result-file.ts'
import { run } from '../run.ts'
import { resultTable } from '../table.ts'
import { chosenServers, type ServerOptions, withServerOptions } from './servers.ts'

/** Bytes that no result exceeds. */
const RESULT_SIZE = 1_000_000

interface RunOptions extends ServerOptions {
  generator: Protocol['generator']
  rounds?: number
  duration?: number
  warmup?: number
  connections?: number
  pipelining?: number
  seed?: number
  quick?: boolean
  publish: boolean
  out?: string
}

export function addRunCommand(program: Command, finish: (status: number) => void): void {
  const number = (flags: string, what: string, parse: (text: string) => number, standard: number, quick = standard) =>
    new Option(flags, `${what} (default: ${standard}${quick === standard ? '' : `; quick: ${quick}`})`).argParser(parse)
  const full = defaultProtocol
  const quick = quickProtocol
  const command = program
    .command('run <scenario>')
    .description('measure every installed server, write a result, publish charts and README')
    .addOption(number('--rounds <n>', 'trials of each server', positiveInteger, full.rounds, quick.rounds))
    .addOption(
      number('--duration <s>', 'seconds of measurement a trial', seconds, full.durationSeconds, quick.durationSeconds),
    )
    .addOption(
      number('--warmup <s>', 'seconds of load before it', secondsOrNone, full.warmupSeconds, quick.warmupSeconds),
    )
    .addOption(number('--connections <n>', 'open connections', positiveInteger, full.connections))
    .addOption(number('--pipelining <n>', 'requests in flight on each', positiveInteger, full.pipelining))
    .addOption(
      new Option('--generator <name>', 'load generator').choices(Object.keys(generators)).default(full.generator),
    )
    .addOption(new Option('--seed <n>', 'of bodies and order (default: drawn)').argParser(seed))
    .option('--quick', 'one short round, never published')
    .option('--no-publish', 'write the result only')
    .option('--out <file>', 'write the result to this file; not published')
  withServerOptions(command).action(async (name: string, options: RunOptions) =>
    finish(await runCommand(name, options)),
  )
}

async function runCommand(scenarioName: string, options: RunOptions): Promise<number> {
  const scenario = scenarioNamed(scenarioName)
  const { installed, notInstalled } = chosenServers(scenario, options)
  const standard = options.quick ? quickProtocol : defaultProtocol
  const protocol: Protocol = {
    generator: options.generator,
    connections: options.connections ?? standard.connections,
    pipelining: options.pipelining ?? standard.pipelining,
    durationSeconds: options.duration ?? standard.durationSeconds,
    warmupSeconds: options.warmup ?? standard.warmupSeconds,
    rounds: options.rounds ?? standard.rounds,
    seed: options.seed ?? randomInt(2 ** 31),
  }
  const quick = options.quick ?? false
  const out = options.out && resolve(process.env.INIT_CWD ?? '', options.out)
  prepareFor(out ?? resultPath({ scenario: scenario.name, startedAt: new Date().toISOString(), quick }))

  lockMachine()
  const begin = performance.now()
  for (const { name, install } of notInstalled) console.log(`${name} is not installed: ${install}`)
  const trials = `${installed.length} servers, ${protocol.rounds} ${protocol.rounds === 1 ? 'round' : 'rounds'}`
  console.log(`${scenario.name}: ${trials} of ${protocol.durationSeconds} s, seed ${protocol.seed}`)
  const progress = new Progress(protocol, installed)
  let result: Result
  try {
    const generator = generators[protocol.generator]
    result = await run({ scenario, servers: installed, notInstalled, protocol, generator, quick }, progress)
  } finally {
    progress.end()
    unlockMachine()
  }

  console.log(`\n${resultTable(result)}\n`)
  const { path, saved } = save(out ?? resultPath(result), result)
  console.log(`took ${duration((performance.now() - begin) / 1000)}, written to ${relative('', path)}`)
  const measured = result.servers.some(({ summary }) => summary)
  if (saved && measured && options.publish && !quick && !out) {
    const files = await publish(path)
    console.log(`published ${files.length} files: README.md and the charts of ${scenario.name}`)
  }
  return saved && result.servers.every(({ summary }) => summary) ? 0 : 1
}

/** Fails before minutes of measuring rather than after, where the result could not be written. */
function prepareFor(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} exists, and no result is overwritten: choose another --out`)
  try {
    assertWritable(path, RESULT_SIZE)
  } catch (error) {
    throw new Error(`can't write ${path}: ${messageOf(error)}; mend that, or choose another --out`)
  }
}

/** Writes the result, and where that fails keeps it in the temporary directory: a run is not lost to a full disk. */
function save(path: string, result: Result): { path: string; saved: boolean } {
  try {
    writeResult(path, result)
    return { path, saved: true }
  } catch (error) {
    const refuge = join(tmpdir(), basename(path))
    try {
      writeResult(refuge, result)
    } catch {
      throw new Error(`can't write ${path}: ${messageOf(error)}; the result is lost but for the table above`)
    }
    console.error(`can't write ${path}: ${messageOf(error)}; the result is in ${refuge}: publish it from there`)
    return { path: refuge, saved: false }
  }
}
