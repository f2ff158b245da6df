/**
 * Two hosts for a test: network namespaces of this machine, with a cable from the near one to the far one and an SSH server in
 * the latter. They share the files, so that the same checkout is on both. Nothing of the system is changed: keys,
 * configuration and the servers' own directories are the test's.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../shared/basics/root.ts'
import { kill } from '../machine/processes.ts'
import { onPath } from '../machine/programs.ts'

export const FAR = 'far'
const NEAR_ADDRESS = '10.77.0.1'
const FAR_ADDRESS = '10.77.0.2'
const PORT = 2222
const SSHD = '/usr/sbin/sshd'

/** Why this system has no two hosts for a test; `false` where it has. */
export function twoHostsForbidden(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces need root on Linux'
  for (const [program, debian] of [
    ['ip', 'iproute2'],
    [SSHD, 'openssh-server'],
    ['ssh', 'openssh-client'],
  ] as const) {
    if (!onPath(program) && spawnSync(program, ['-V']).error) return `there is no ${program} (Debian: ${debian})`
  }
  const name = `bench-probe-${process.pid}`
  const made = spawnSync('ip', ['netns', 'add', name]).status === 0
  const runs = made && spawnSync('ip', ['netns', 'exec', name, 'ip', 'link', 'set', 'lo', 'up']).status === 0
  spawnSync('ip', ['netns', 'delete', name])
  return runs ? false : 'network namespaces are not permitted'
}

let number = 0

export class TwoHosts {
  /** A command that runs another one on the near host. */
  readonly near: readonly string[]
  /** For `--ssh-config`; the far host has its name in it. */
  readonly sshConfig: string
  readonly #near: string
  /** Its namespace. */
  readonly #far: string

  private constructor(near: string, far: string, sshConfig: string) {
    this.#near = near
    this.#far = far
    this.near = ['ip', 'netns', 'exec', near]
    this.sshConfig = sshConfig
  }

  /**
   * Makes them, until the end of the test.
   * @param scratch temporary directory, in which what runs on the far host has one of its name
   */
  static async make(t: TestContext, scratch: string): Promise<TwoHosts> {
    const id = `${process.pid}-${++number}`
    const near = `bench-near-${id}`
    const far = `bench-far-${id}`
    const directory = mkdtempSync(join(tmpdir(), 'bench-ssh-'))
    const hosts = new TwoHosts(near, far, join(directory, 'ssh_config'))
    t.after(() => {
      for (const name of [near, far]) {
        for (const pid of pidsIn(name)) kill(pid)
        spawnSync('ip', ['netns', 'delete', name])
      }
      rmSync(directory, { recursive: true, force: true })
    })
    hosts.#connect()
    writeKeys(directory)
    await hosts.#serve(directory, join(scratch, FAR))
    return hosts
  }

  #connect(): void {
    const [near, far] = [this.#near, this.#far]
    for (const name of [near, far]) ip('netns', 'add', name)
    ip('link', 'add', 'cable', 'netns', near, 'type', 'veth', 'peer', 'name', 'cable', 'netns', far)
    ip('-n', near, 'address', 'add', `${NEAR_ADDRESS}/24`, 'dev', 'cable')
    ip('-n', far, 'address', 'add', `${FAR_ADDRESS}/24`, 'dev', 'cable')
    for (const name of [near, far]) {
      for (const device of ['lo', 'cable']) ip('-n', name, 'link', 'set', device, 'up')
    }
  }

  async #serve(directory: string, scratch: string): Promise<void> {
    mkdirSync(scratch, { recursive: true })
    const file = (name: string) => join(directory, name)
    const set = [
      `TMPDIR=${scratch}`,
      `PATH=${dirname(process.execPath)}:${process.env.PATH}`,
      `NODE_COMPILE_CACHE=${join(ROOT, 'node_modules/.cache/node')}`,
    ]
    const server = [
      `Port ${PORT}`,
      `ListenAddress ${FAR_ADDRESS}`,
      `HostKey ${file('host_key')}`,
      `AuthorizedKeysFile ${file('user_key.pub')}`,
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'StrictModes no',
      'UsePAM no',
      'PidFile none',
      `SetEnv ${set.map((each) => `"${each}"`).join(' ')}`,
    ]
    const client = [
      `Host ${FAR}`,
      `HostName ${FAR_ADDRESS}`,
      `Port ${PORT}`,
      'User root',
      `IdentityFile ${file('user_key')}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${file('known_hosts')}`,
      'GlobalKnownHostsFile /dev/null',
      'StrictHostKeyChecking yes',
    ]
    const key = readFileSync(file('host_key.pub'), 'utf8').split(' ').slice(0, 2).join(' ')
    const sshdConfig = file('sshd_config')
    writeFileSync(sshdConfig, `${server.join('\n')}\n`)
    writeFileSync(file('known_hosts'), `[${FAR_ADDRESS}]:${PORT} ${key}\n`)
    writeFileSync(this.sshConfig, `${client.join('\n')}\n`)
    // The directory that sshd wants to have is made in a file system of its own, over /run.
    const script = `mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec ${SSHD} -D -e -f '${sshdConfig}'`
    const sshd = spawn('ip', ['netns', 'exec', this.#far, 'unshare', '--mount', 'sh', '-ec', script], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await listening(sshd)
  }

  /** Pulls the cable: nothing arrives any more, and nobody is told. */
  pullCable(): void {
    ip('-n', this.#far, 'link', 'set', 'cable', 'down')
  }

  /** Ends the far host's SSH connections at once, as a host that goes down. */
  killConnections(): void {
    for (const pid of pidsIn(this.#far)) {
      if (readComm(pid) === 'sshd' && readArguments(pid).includes('@')) kill(pid)
    }
  }

  /** Of all that runs on the far host but its SSH server, as pids and commands. */
  farProcesses(): { pid: number; command: string }[] {
    return pidsIn(this.#far)
      .filter((pid) => readComm(pid) !== 'sshd')
      .map((pid) => ({ pid, command: readArguments(pid) }))
  }

  /** The same of the near host. */
  nearProcesses(): { pid: number; command: string }[] {
    return pidsIn(this.#near).map((pid) => ({ pid, command: readArguments(pid) }))
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function pidsIn(name: string): number[] {
  return (spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout ?? '')
    .split('\n')
    .filter(Boolean)
    .map(Number)
}

function readComm(pid: number): string {
  return readProc(pid, 'comm').trim()
}

function readArguments(pid: number): string {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function writeKeys(directory: string): void {
  for (const name of ['host_key', 'user_key']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)])
  }
}

/** sshd says so on its stderr. */
async function listening(sshd: ChildProcess): Promise<void> {
  let said = ''
  const ended = once(sshd, 'close').then(() => {
    throw new Error(`sshd ended: ${said}`)
  })
  ended.catch(() => {})
  sshd.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  while (!said.includes('Server listening')) await Promise.race([sleep(20), ended])
}
