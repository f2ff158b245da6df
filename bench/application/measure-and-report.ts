/** Measures, shows what came out, writes the result and publishes it: what `run`, `reproduce` and `scale` have in common. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { assertWritable } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import { readCalibration } from '../../shared/result/calibration.ts'
import { resultPath, writeResult } from '../../shared/result/file.ts'
import type { UnsealedResult } from '../../shared/result/format.ts'
import { generators } from '../load/generators.ts'
import { detectPinning } from '../machine/cpus.ts'
import { describeEnvironment } from '../machine/environment.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { expectedSeconds } from '../measure/protocol.ts'
import { type RunPlan, run } from '../measure/run.ts'
import { Progress } from '../terminal/progress.ts'
import { terminalTable } from '../terminal/table.ts'
import { measuringBegins, resultIsWritten } from './interruption.ts'
import { publishRun } from './publish-run.ts'

/** Bytes that no result exceeds. */
const RESULT_SIZE = 10_000_000

export interface MeasureOptions
  extends Pick<RunPlan, 'scenario' | 'servers' | 'notInstalled' | 'protocol' | 'quick' | 'until'> {
  publish: boolean
  /** Whether somebody chose the servers: of a part of them no page is made unless it is asked for. */
  isChoice: boolean
  out: string | undefined
}

/** Measures, shows the table, writes the result and publishes it; the exit status, and where the result is. */
export async function measureAndReport(options: MeasureOptions): Promise<{ status: number; path: string }> {
  const { scenario, servers, notInstalled, quick, out } = options
  const pinning = detectPinning(options.protocol.workers)
  const protocol = { ...options.protocol, polling: options.protocol.polling && pinning.generator !== null }
  const generator = generators[protocol.generator]
  generator.check(protocol, scenario.name)
  prepareFor(out ?? resultPath({ scenario: scenario.name, startedAt: new Date().toISOString(), quick }))

  lockMachine()
  measuringBegins()
  const begin = performance.now()
  for (const { name, install } of notInstalled) console.log(`${name} is not installed: ${install}`)
  const load = `${protocol.durationSeconds} s in slices of ${protocol.sliceSeconds} s`
  const about = `about ${duration(expectedSeconds(protocol, servers.length))} min`
  console.log(
    `${scenario.name}: ${plural(servers.length, 'server')}, ${plural(protocol.rounds, 'round')}, ${load}, seed ${protocol.seed}, ${about}`,
  )
  if (pinning.note) console.log(`no process is pinned to a CPU: ${pinning.note}`)
  const calibration = readCalibration(describeEnvironment(pinning, [], generator.version()), protocol, scenario.name)
  if (!calibration && !protocol.polling)
    console.log(
      `${generator.name} is not calibrated on this machine: npm run bench -- calibrate --generator ${generator.name}${protocol.polling || !generator.polls ? '' : ' --no-polling'}`,
    )
  for (const limit of generator.limits) console.log(`${generator.name}: ${limit}`)
  const progress = new Progress(protocol, servers)
  let result: UnsealedResult
  try {
    result = await run({ ...options, protocol, generator, pinning, calibration }, progress)
  } finally {
    progress.end()
    unlockMachine()
  }

  console.log(`\n${terminalTable(result)}\n`)
  const { path, saved } = save(out ?? resultPath(result), result)
  resultIsWritten(relative('', path))
  console.log(`took ${duration((performance.now() - begin) / 1000)}, written to ${relative('', path)}`)
  const measured = result.servers.some(({ summary }) => summary)
  if (saved && measured && options.publish && !quick && !out)
    console.log(await publishRun(path, result, options.isChoice))
  return { status: saved && result.servers.every(({ summary }) => summary) ? 0 : 1, path }
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
function save(path: string, result: UnsealedResult): { path: string; saved: boolean } {
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
