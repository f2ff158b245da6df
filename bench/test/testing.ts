/** What the integration tests share: the command line as a user runs it, and what it leaves behind. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { isAlive, kill } from '../host/processes.ts'
import { writeFaultyServers } from './faulty/faulty-servers.ts'

/** All faulty servers as server folders, in a directory that is gone after the tests of this file. */
export function faultyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-faulty-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  writeFaultyServers(directory)
  return directory
}

/** Of a process's environment: what it compiles is kept for the next one. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node') }

/** Options that make a run as short as it can be and still tell a load from a check. */
export const SHORT = ['--rounds', '1', '--seconds', '0.3', '--slice', '0.3', '--warmup', '0', '--connections', '20']

export interface Ended {
  status: number | null
  /** Lines of stdout that are not empty. */
  output: string[]
  /** Lines of stderr that are not empty. */
  complaints: string[]
}

/** The command line in processes of its own. */
export class CommandLine {
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess

  /**
   * @param scratch the run's temporary directory. The run's lock is in it, so that runs with different ones may go on at
   * once, and every process of the run has its path in the environment or the arguments.
   * @param wrapper a command that runs the command line
   */
  constructor(scratch: string, args: readonly string[], wrapper: readonly string[] = []) {
    const command = [process.execPath, join(ROOT, 'bench/node.mjs'), join(ROOT, 'bench/cli/main.ts'), ...args]
    const [program = '', ...rest] = [...wrapper, ...command]
    const { INIT_CWD: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    this.#child = spawn(program, rest, {
      cwd: ROOT,
      // npm would have compiled code in the temporary directory, where a test looks for what the run left.
      env: { ...env, TMPDIR: scratch, ...COMPILED },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const text = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      this.#child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
        text[stream] += chunk
      })
    }
    this.ended = once(this.#child, 'close').then(([status]) => ({
      status,
      output: text.stdout.split('\n').filter(Boolean),
      complaints: text.stderr.split('\n').filter(Boolean),
    }))
  }

  /** Sends a signal as a terminal does, to all processes of the command line and not to the servers; or to one. */
  signal(signal: NodeJS.Signals, to: 'all' | 'first process' = 'all'): void {
    const pid = this.#child.pid as number
    kill(to === 'all' ? -pid : pid, signal)
  }
}

export function commandLine(scratch: string, args: readonly string[], wrapper: readonly string[] = []): Promise<Ended> {
  return new CommandLine(scratch, args, wrapper).ended
}

/** A run's temporary directory; what still lives of the run when the test ends is killed. */
export function runDirectory(t: TestContext): string {
  const scratch = temporaryDirectory(t)
  t.after(() => {
    for (const line of processesOf(scratch)) kill(Number.parseInt(line, 10))
  })
  return scratch
}

/** The same for runs in this process, one after the other. */
export function ownRunDirectory(t: TestContext): string {
  const { TMPDIR } = process.env
  const scratch = runDirectory(t)
  process.env.TMPDIR = scratch
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  return scratch
}

/** Living processes of a run, as lines of pid and command: those that carry its temporary directory. Empty without `/proc`. */
export function processesOf(scratch: string): string[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        return `${command} ${environment}`.includes(scratch) ? [`${pid} ${command}`] : []
      } catch {
        return []
      }
    })
}

/** Paths of all files below a directory, sorted. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort()
}

/** Files that are in the repository or would be with the next commit; none where there is no git. */
export function repositoryFiles(): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return files.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)))
  } catch {
    return []
  }
}

/** How often a condition is looked at before a test gives up: far longer than any of them takes on a busy machine. */
const LOOKS = 6_000

/** Waits until something is so. @throws after two minutes at the least, so that no test waits for ever */
export async function until(condition: () => boolean): Promise<void> {
  for (let look = 0; !condition(); look++) {
    if (look === LOOKS) throw new Error(`waited in vain for ${condition}`)
    await sleep(20)
  }
}

const unshare = ['unshare', '--map-root-user', '--mount', 'sh', '-ec']

/** Why this system does not let a test mount; `false` where it does. */
export function mountsForbidden(): string | false {
  const [program = '', ...args] = unshare
  return spawnSync(program, [...args, `mount -t tmpfs tmpfs /mnt; ${readOnly(ROOT)}`]).status === 0
    ? false
    : 'mounts in a namespace of its own are not permitted'
}

/** A wrapper for the command line: a shell script that may mount, and that runs the command line as `"$@"`. */
export function withMounts(script: string): string[] {
  return [...unshare, script, 'sh']
}

/** Shell commands that make a directory read-only. */
export function readOnly(directory: string): string {
  return `mount --bind '${directory}' '${directory}'; mount -o remount,bind,ro '${directory}'`
}
