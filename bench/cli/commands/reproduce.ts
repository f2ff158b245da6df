import { relative } from 'node:path'
import { type Command, Option } from 'commander'
import { messageOf, UsageError } from '../../../shared/basics/errors.ts'
import { describeDifferences, machineDifferences, taskDifferences } from '../../../shared/result/comparable.ts'
import { compareResults } from '../../../shared/result/compare.ts'
import { formats } from '../../../shared/result/compare-report.ts'
import { readResult } from '../../../shared/result/file.ts'
import type { Result } from '../../../shared/result/format.ts'
import { publishedRunToRun } from '../../../shared/result/run-to-run.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { measureAndReport } from '../../application/measure-and-report.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../../contenders/servers.ts'
import { generators } from '../../load/generators.ts'
import { detectPinning } from '../../machine/cpus.ts'
import { describeEnvironment } from '../../machine/environment.ts'
import { BASELINE, withCopy } from '../../measure/run-plan.ts'
import { say } from '../../terminal/output.ts'
import { collect, scenarioNamed, userPath } from '../options.ts'
import { serverNamed } from '../server-options.ts'

interface Options {
  serversDir: string[]
  out?: string
}

const EXPLANATION = `
Scenario, protocol, number of rounds, servers and seed are the file's; nothing is published. Servers of the file that are
not here or not installed are named and left out. On another machine only the ratios to the baseline are compared.`

export function addReproduceCommand(program: Command, finish: (status: number) => void): void {
  program
    .command('reproduce <file>')
    .description("make a result's run again, and compare the old with the new")
    .addOption(
      new Option('--servers-dir <dir>', 'also the server folders in this directory; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--out <file>', 'write the new result to this file')
    .addHelpText('after', EXPLANATION)
    .action(async (file: string, options: Options) => finish(await reproduceCommand(file, options)))
}

async function reproduceCommand(file: string, options: Options): Promise<number> {
  const old = readResult(userPath(file))
  const scenario = scenarioNamed(old.scenario)
  generators[old.protocol.generator].check(old.protocol, scenario.name)
  const { servers, missing } = serversOf(file, old, scenario, options.serversDir)
  assertReproducible(file, old, servers)

  for (const line of missing) say(`left out: ${line}`)
  const { status, path } = await measureAndReport({
    scenario,
    servers: old.copy ? withCopy(servers) : servers,
    notInstalled: [],
    protocol: { ...old.protocol, rounds: Math.max(old.protocol.rounds, old.rounds.length) },
    quick: old.quick,
    publish: false,
    isChoice: true,
    out: options.out === undefined ? undefined : userPath(options.out),
    until: undefined,
  })
  const recent = { file: relative('', path), result: readResult(path) }
  // How fast the machine was is known only now.
  const acrossMachines = machineDifferences(old, recent.result).length > 0
  try {
    const comparison = compareResults({ file, result: old }, recent, {
      acrossMachines,
      runToRun: publishedRunToRun(old.scenario),
    })
    say(`\n${formats.text(comparison)}`)
  } catch (error) {
    // The run stands; servers that were refused again leave nothing to compare.
    if (!(error instanceof UsageError)) throw error
    say(`\nnot compared: ${messageOf(error)}`)
  }
  return missing.length > 0 ? 1 : status
}

/** The servers of the result that can be measured here, and for every other one a line that says why not. */
function serversOf(file: string, old: Result, scenario: Scenario, directories: readonly string[]) {
  const folders = findServerFolders([SERVERS_DIR, ...directories.map(userPath)])
  const { installed, notInstalled } = discoverServers(folders, scenario.name)
  const servers: Server[] = []
  const missing: string[] = []
  for (const { name } of old.servers) {
    const server = serverNamed(installed, name)
    const install = notInstalled.find((other) => other.name === name)?.install
    if (server) servers.push(server)
    else if (install) missing.push(`${name} is not installed: ${install}`)
    else missing.push(`${name} is not here: --servers-dir takes the directory that holds its folder`)
  }
  if (servers.length === 0) throw new UsageError(`no server of ${file} can be measured here: ${missing.join('; ')}`)
  if (old.copy && !servers.some(({ name }) => name === BASELINE)) {
    throw new UsageError(`${file} measured ${BASELINE} twice, and it can't be measured here: ${missing.join('; ')}`)
  }
  return { servers, missing }
}

/** Fails before minutes of measuring rather than after, where the new result could not be compared with the old one. */
function assertReproducible(file: string, old: Result, servers: readonly Server[]): void {
  const version = generators[old.protocol.generator].version()
  const here = {
    ...old,
    baseline: BASELINE,
    environment: describeEnvironment(detectPinning(old.protocol.workers), [], version),
  }
  const tasks = taskDifferences(old, here)
  if (tasks.length > 0) {
    throw new UsageError(
      `${file} can't be reproduced here: its run and this suite differ in ${describeDifferences(tasks)}`,
    )
  }
  const machines = machineDifferences(old, here)
  const has = (list: readonly { name: string }[]) => list.some(({ name }) => name === BASELINE)
  const comparable = has(old.servers.filter(({ summary }) => summary)) && has(servers)
  if (machines.length > 0 && !comparable) {
    throw new UsageError(
      `${file} is of another machine (${describeDifferences(machines)}), and not both runs have ${BASELINE}: nothing could be compared`,
    )
  }
}
