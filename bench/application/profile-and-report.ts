/** Profiles servers, shows where the CPU time of a request goes, and writes the files. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { duration, plural } from '../../shared/basics/text.ts'
import { defaultProtocol } from '../../shared/result/default-protocol.ts'
import { type ProfileProtocol, profilesStore, stacksFolder } from '../../shared/result/profile.ts'
import { sixDigits } from '../../shared/result/statistics.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { threadTimes } from '../machine/threads.ts'
import { runtimesOf } from '../measure/run-record.ts'
import { profileServers, type ServerProfile } from '../profile/profile-servers.ts'
import { say } from '../terminal/output.ts'
import { profilesTable } from '../terminal/profiles-table.ts'
import { FILE_SIZE } from './assert-free.ts'
import { runInstrument } from './run-instrument.ts'

/** Of each server: what all servers of a scenario have time for in about ten minutes. */
export const PROFILE_PROCESSES = 3

const SLICE_SECONDS = 0.4

/**
 * The load of a run's own default protocol. Of a function that optimized code has taken in, V8 tells the time as if it were
 * its caller's: what is profiled takes in small functions alone. Without those it would cost up to a third more.
 */
const standard = {
  generator: 'builtin' as const,
  connections: defaultProtocol.connections,
  pipelining: defaultProtocol.pipelining,
  sliceSeconds: SLICE_SECONDS,
  turns: 2,
  longestWarmUp: defaultProtocol.warmupSeconds / SLICE_SECONDS,
  interval: 500,
  flags: ['--max-inlined-bytecode-size=60', '--max-maglev-inlined-bytecode-size=60'],
} satisfies Partial<ProfileProtocol>

/** Bytes that all of a run's stacks together do not exceed. */
const STACKS_SIZE = 6_000_000

export interface ProfileOptions {
  scenario: Scenario
  servers: readonly Server[]
  notInstalled: readonly MissingServer[]
  processes: number
  seed: number
  out: string | undefined
}

/** @returns the exit status: 1 where a server was refused */
export async function profileAndReport(options: ProfileOptions): Promise<number> {
  const { scenario, servers, notInstalled, processes, seed } = options
  if (threadTimes(process.pid).size === 0) {
    throw new UsageError(
      'a profile needs the CPU time of each thread, which only Linux tells (/proc/<pid>/task/*/schedstat)',
    )
  }
  const order = {
    store: profilesStore,
    scenario: scenario.name,
    out: options.out,
    size: FILE_SIZE + STACKS_SIZE,
    besides: (path: string) => [stacksFolder(path)],
  }
  return runInstrument(order, async (begin) => {
    const pinning = detectPinning()
    const protocol = { ...standard, polling: pinning.generator !== null, processes, seed }
    const each = `${plural(processes, 'time')} ${protocol.turns} × ${protocol.sliceSeconds} s`
    const what = `each ${each} profiled, watched and plain in turn`
    const lines = [`${scenario.name}: ${plural(servers.length, 'server')}, ${what}`]
    await begin({ lines, notInstalled, pinning, runtimes: runtimesOf(servers), tool: builtin.version() })
    const exporter = 'npm run bench -- profile'
    const profiled = await profileServers({ scenario, protocol, pinning }, servers, progress(processes), exporter)
    return {
      contents: { scenario: scenario.name, protocol, servers: sixDigits(profiled.map(({ server }) => server)) },
      table: profilesTable,
      writeBeside: (path) => writeStacks(path, profiled),
      failed: profiled.some(({ server }) => server.refusal !== null),
    }
  })
}

function progress(processes: number): Parameters<typeof profileServers>[2] {
  return {
    profiled({ name }, { profiled, plain, seconds, settled }, number) {
      const cpu = (time: { main: number; others: number }) => (time.main + time.others).toFixed(2)
      const figures = `${cpu(profiled)} µs a request profiled, ${cpu(plain)} plain`
      say(
        `${number}/${processes}  ${name.padEnd(16)} ${figures}, ${duration(seconds)}${settled ? '' : ', not settled'}`,
      )
    },
    refused: ({ name }, reason) => say(`${name}: refused: ${reason}`),
  }
}

/** A file for each server that has stacks, before the file that names them. */
function writeStacks(path: string, profiled: readonly ServerProfile[]): void {
  const folder = stacksFolder(path)
  for (const { server, stacks } of profiled) {
    if (server.stacks === null || stacks === null) continue
    mkdirSync(folder, { recursive: true })
    writeFileAtomically(join(folder, server.stacks), stacks, false)
  }
}
