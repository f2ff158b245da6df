/** A Slurm cluster of this machine alone: its own munge, slurmctld, and a slurmd per node. */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onPath } from '../../shared/basics/on-path.ts'
import { LOCK_NAME } from '../machine/lock.ts'
import { contentsOf } from '../processes/proc.ts'
import { everyPid, kill } from '../processes/processes.ts'
import { freePort } from '../server/server-process.ts'

/** Milliseconds between checks of the cluster. */
const LOOK = 500

/** Returns the reason why no cluster can be started; false if one can. */
export function slurmMissing(): string | false {
  const missing = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'srun'].filter(
    (each) => !onPath(each),
  )
  return missing.length > 0 && `no ${missing.join(', ')} (Debian: slurm-wlm)`
}

/** A dead node is noticed, and its job started again, within seconds instead of minutes. */
const IMPATIENT = ['SlurmdTimeout=5', 'KillWait=2', 'MpiDefault=none']

async function configuration(directory: string, nodes: readonly string[]): Promise<string> {
  const [host, user] = [hostname().replace(/\..*/, ''), userInfo().username]
  const place = (name: string) => join(directory, name)
  const ports: number[] = []
  while (ports.length <= nodes.length) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const node = (name: string, i: number) =>
    `NodeName=${name} NodeAddr=127.0.0.1 NodeHostname=${host} Port=${ports[i + 1]} CPUs=2`
  return [
    'ClusterName=bench',
    `SlurmctldHost=${host}(127.0.0.1)`,
    `SlurmctldPort=${ports[0]}`,
    `SlurmUser=${user}`,
    `SlurmdUser=${user}`,
    'AuthType=auth/munge',
    'CredType=cred/munge',
    `AuthInfo=socket=${place('munge.socket')},cred_expire=5`,
    `StateSaveLocation=${place('state')}`,
    `SlurmdSpoolDir=${place('%n')}`,
    `SlurmctldPidFile=${place('slurmctld.pid')}`,
    `SlurmdPidFile=${place('%n.pid')}`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/affinity',
    'SelectType=select/cons_tres',
    'SlurmdParameters=config_overrides',
    ...IMPATIENT,
    ...nodes.map(node),
    'PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP',
    '',
  ].join('\n')
}

const parentOf = (pid: number) =>
  Number(/^PPid:\s*(\d+)$/m.exec(contentsOf(`/proc/${pid}/status`))?.[1])

const isStep = (pid: number) => contentsOf(`/proc/${pid}/cmdline`).startsWith('slurmstepd: ')

export class SlurmCluster implements AsyncDisposable {
  readonly #environment: NodeJS.ProcessEnv
  readonly #daemons = new Map<string, number>()

  private constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment
  }

  /** Starts a cluster whose jobs have `scratch` as their temporary directory. */
  static async start(scratch: string, nodes: readonly string[]): Promise<SlurmCluster> {
    const directory = join(scratch, 'slurm')
    const place = (name: string) => join(directory, name)
    mkdirSync(place('state'), { recursive: true })
    writeFileSync(place('munge.key'), randomBytes(128), { mode: 0o600 })
    const slurmConf = place('slurm.conf')
    writeFileSync(slurmConf, await configuration(directory, nodes))
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env
    const cluster = new SlurmCluster({
      ...environment,
      TMPDIR: scratch,
      [LOCK_NAME]: basename(scratch),
      SLURM_CONF: slurmConf,
    })
    const files = { socket: 'socket', key: 'key', pid: 'pid', log: 'log', seed: 'seed' }
    const munge = Object.entries(files).map(
      ([kind, name]) => `--${kind}${kind === 'socket' ? '' : '-file'}=${place(`munge.${name}`)}`,
    )
    cluster.#run('munged', ['--foreground', '--force', ...munge])
    cluster.#run('slurmctld', ['-D'])
    for (const node of nodes) cluster.#run('slurmd', ['-D', '-N', node], node)
    while (cluster.#idle() < nodes.length) await sleep(LOOK)
    return cluster
  }

  #run(program: string, args: readonly string[], name = program): void {
    const child = spawn(program, args, { env: this.#environment, stdio: 'ignore' })
    this.#daemons.set(name, child.pid as number)
  }

  #idle(): number {
    try {
      return Number(this.command('.', 'sinfo', '--noheader', '--states=idle', '--format=%D'))
    } catch {
      // The controller does not respond yet.
      return 0
    }
  }

  command(directory: string, program: string, ...args: readonly string[]): string {
    const options = { cwd: directory, env: this.#environment, encoding: 'utf8' } as const
    return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  }

  /** Waits until no job runs or waits. */
  async untilEmpty(): Promise<void> {
    while (this.command('.', 'squeue', '--noheader') !== '') await sleep(LOOK)
  }

  /** Kills all processes of a node, as when it loses power: first those that would report the others' end. */
  killNode(node: string): void {
    const jobs = everyPid().filter((pid) => this.#isJobOf(node, pid))
    const steps = new Set(jobs.map(parentOf).filter(isStep))
    for (const pid of [...steps, this.#daemons.get(node) as number, ...jobs]) kill(pid)
    this.#daemons.delete(node)
  }

  #isJobOf(node: string, pid: number): boolean {
    const variables = contentsOf(`/proc/${pid}/environ`).split('\0')
    return (
      variables.includes(`SLURMD_NODENAME=${node}`) &&
      variables.includes(`SLURM_CONF=${this.#environment.SLURM_CONF}`)
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pid of this.#daemons.values()) kill(pid)
  }
}
