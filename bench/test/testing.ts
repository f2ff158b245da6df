/** Helpers of integration tests: the command line as a user runs it, and checks for leftovers. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { LOCK_NAME } from '../machine/lock.ts'
import { gitOrNone } from '../processes/git.ts'
import { contentsOf } from '../processes/proc.ts'
import { everyPid, isAlive, kill } from '../processes/processes.ts'
import { writeFaultyServers } from './faulty/faulty-servers.ts'

/** Writes all faulty servers as server folders into a directory that is removed after the tests of the file. */
export function faultyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-faulty-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  writeFaultyServers(directory)
  return directory
}

/** Environment that shares compiled code between processes. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') }

/** Options for the shortest run that still distinguishes load from checks. */
export const SHORT = ['--rounds', '1', '--seconds', '0.25', '--warmup', '0', '--connections', '20']

export interface Ended {
  status: number | null
  /** Non-empty lines of stdout. */
  output: string[]
  /** Non-empty lines of stderr. */
  complaints: string[]
}

/** The command line in its own processes. */
export class CommandLine {
  readonly ended: Promise<Ended>
  /** What it has printed so far. */
  printed = ''
  readonly #child: ChildProcess

  /**
   * @param scratch temporary directory of the run. It names the run's lock, so that runs with different ones can overlap, and
   * every process of the run has its path in its environment or arguments.
   * @param wrapper command prefix
   */
  constructor(scratch: string, args: readonly string[], wrapper: readonly string[] = []) {
    const command = [
      process.execPath,
      join(ROOT, 'bench/node.mjs'),
      join(ROOT, 'bench/commands/main.ts'),
      ...args,
    ]
    const [program = '', ...rest] = [...wrapper, ...command]
    const { INIT_CWD: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const child = spawn(program, rest, {
      cwd: ROOT,
      // Otherwise npm would put compiled code into the temporary directory, which tests check for leftovers.
      env: { ...env, TMPDIR: scratch, [LOCK_NAME]: basename(scratch), ...COMPILED },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const linesOf = async (stream: Readable) => (await text(stream)).split('\n').filter(Boolean)
    this.ended = Promise.all([
      once(child, 'close'),
      linesOf(child.stdout),
      linesOf(child.stderr),
    ]).then(([[status], output, complaints]) => ({ status, output, complaints }))
    child.stdout.on('data', (text) => {
      this.printed += text
    })
    this.#child = child
  }

  /** Sends a signal like a terminal: to all processes of the command line, but not to servers; or only to the first. */
  signal(signal: NodeJS.Signals, to: 'all' | 'first process' = 'all'): void {
    const pid = this.#child.pid as number
    kill(to === 'all' ? -pid : pid, signal)
  }
}

export function commandLine(
  scratch: string,
  args: readonly string[],
  wrapper: readonly string[] = [],
): Promise<Ended> {
  return new CommandLine(scratch, args, wrapper).ended
}

/** Returns a temporary directory for a run; kills remaining processes of the run after the test. */
export function runDirectory(t: TestContext): string {
  const scratch = temporaryDirectory(t)
  t.after(() => {
    for (const line of processesOf(scratch)) kill(Number.parseInt(line, 10))
  })
  return scratch
}

/** The same for successive runs in this process. */
export function ownRunDirectory(t: TestContext): string {
  const before = { TMPDIR: process.env.TMPDIR, [LOCK_NAME]: process.env[LOCK_NAME] }
  const scratch = runDirectory(t)
  Object.assign(process.env, { TMPDIR: scratch, [LOCK_NAME]: basename(scratch) })
  t.after(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  return scratch
}

/** Returns living processes with the run's temporary directory, as lines of pid and command; empty without `/proc`. */
export function processesOf(scratch: string): string[] {
  return everyPid()
    .filter((pid) => pid !== process.pid && isAlive(pid))
    .flatMap((pid) => {
      const command = contentsOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
      const environment = contentsOf(`/proc/${pid}/environ`)
      return `${command} ${environment}`.includes(scratch) ? [`${pid} ${command}`] : []
    })
}

/** Returns the sorted paths of all files below a directory. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort()
}

/** Returns the files in the repository or in its next commit; empty without git. */
export function repositoryFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = gitOrNone(ROOT, ...args) ?? ''
  // A faulty server writes one for a moment.
  const isKept = (file: string) => file !== '' && !file.startsWith('written-by-')
  return files.split('\0').filter((file) => isKept(file) && existsSync(join(ROOT, file)))
}

/** Number of checks before a test gives up: far more than needed, even on a busy machine. */
const LOOKS = 6_000

/** Waits until the condition holds. @throws after at least two minutes */
export async function until(condition: () => boolean): Promise<void> {
  for (let look = 0; !condition(); look++) {
    if (look === LOOKS) throw new Error(`timed out waiting for ${condition}`)
    await sleep(20)
  }
}

const unshare = ['unshare', '--map-root-user', '--mount', 'sh', '-ec']

/** Returns the reason why tests cannot mount on this system; false if they can. */
export function mountsForbidden(): string | false {
  const [program = '', ...args] = unshare
  return spawnSync(program, [...args, 'mount -t tmpfs tmpfs /mnt']).status === 0
    ? false
    : 'mounts in a user namespace are not permitted'
}

/** Returns a command prefix: a shell script that may mount, and runs the command line as `"$@"`. */
export function withMounts(script: string): string[] {
  return [...unshare, script, 'sh']
}
