/** Runs that an earlier result describes: `run --resume` and `run --like`. */
import { relative } from 'node:path'
import { formats } from '../../../charts/text/comparison.ts'
import { messageOf, UsageError } from '../../../shared/basics/errors.ts'
import { taskDifferences } from '../../../shared/results/comparable.ts'
import { compareResults } from '../../../shared/results/compare.ts'
import { readRecord, readResult } from '../../../shared/results/file.ts'
import type { Result } from '../../../shared/results/format.ts'
import { storedRuns } from '../../../shared/results/published.ts'
import { detectPinning } from '../../host/cpus.ts'
import { describeEnvironment } from '../../host/environment.ts'
import { discoverServers, findServerFolders, SERVERS_DIR, type Server } from '../../host/servers.ts'
import { VERSION } from '../../load/builtin/builtin.ts'
import { BASELINE, withCopy } from '../../run/run-plan.ts'
import { say } from '../../terminal/output.ts'
import { measureRun } from '../measure-run.ts'
import { scenarioNamed, userPath } from '../options.ts'
import { serverNamed } from '../server-options.ts'

export async function resumeRun(
  path: string,
  options: { serversDir: readonly string[]; publish: boolean },
): Promise<number> {
  const record = readRecord(path)
  if (record.complete) throw new UsageError(`${relative('', path)} is complete: there is nothing to resume`)
  const again = planLike(path, record, options.serversDir)
  if (again.missing.length > 0)
    throw new UsageError(`${relative('', path)} cannot be resumed here: ${again.missing.join('; ')}`)
  say(`resumes ${relative('', path)}`)
  const { status } = await measureRun({ ...again, publish: options.publish, resume: { path, record } })
  return status
}

export async function runLike(
  file: string,
  options: { serversDir: string[]; out: string | undefined },
): Promise<number> {
  const old = readResult(userPath(file))
  const again = planLike(file, old, options.serversDir)
  assertComparable(file, old)
  for (const line of again.missing) say(`left out: ${line}`)
  const protocol = { ...old.protocol, rounds: Math.max(old.protocol.rounds, old.rounds.length) }
  const { status, path } = await measureRun({
    ...again,
    protocol,
    until: undefined,
    publish: false,
    out: options.out,
  })
  const recent = { file: relative('', path), result: readResult(path) }
  try {
    say(`\n${formats.text(compareResults({ file, result: old }, recent, { stored: storedRuns(old.scenario) }))}`)
  } catch (error) {
    // The run is valid; servers that were disqualified again leave nothing to compare.
    if (!(error instanceof UsageError)) throw error
    say(`\nnot compared: ${messageOf(error)}`)
  }
  return again.missing.length > 0 ? 1 : status
}

/** Checks comparability before the measurement. */
function assertComparable(file: string, old: Result): void {
  const environment = describeEnvironment(detectPinning(), [], VERSION)
  const differences = taskDifferences(old, { ...old, baseline: BASELINE, environment })
  if (differences.length > 0)
    throw new UsageError(`${file} cannot be repeated here: its run and this suite differ in ${differences.join(', ')}`)
}

/** Returns the plan of a stored run with its installed servers, and a line with the reason for every other one. */
function planLike(
  file: string,
  { scenario: name, protocol, quick, until, servers: old, copy }: Result,
  directories: readonly string[],
) {
  const scenario = scenarioNamed(name)
  const folders = findServerFolders([SERVERS_DIR, ...directories])
  const { installed, notInstalled } = discoverServers(folders, name)
  const servers: Server[] = []
  const missing: string[] = []
  for (const { name } of old) {
    const server = serverNamed(installed, name)
    const install = notInstalled.find((other) => other.name === name)?.install
    if (server) servers.push({ ...server, name })
    else if (install) missing.push(`${name} is not installed: ${install}`)
    else missing.push(`${name} is not here: --servers-dir takes the directory of its folder`)
  }
  if (servers.length === 0) throw new UsageError(`no server of ${file} can be measured here: ${missing.join('; ')}`)
  return {
    scenario,
    servers: copy ? withCopy(servers) : servers,
    missing,
    notInstalled: [],
    protocol,
    quick,
    until,
  }
}
