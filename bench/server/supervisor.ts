/** Runs a server as several workers that share its port. When one of them ends, it reports that and ends the others. */
import { type ChildProcess, spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice, Supervised } from './workers.ts'

const { number, sharing, executable, args, entry }: Supervised = JSON.parse(
  process.argv[2] as string,
)
const port = Number(process.env.PORT)
/** Milliseconds between checks of the workers' sockets. */
const INTERVAL = 10

let isStopping = false
const numbers = Array.from({ length: number }, (_, i) => i + 1)
const workers = sharing === 'reuse-port' ? await startWorkers() : forkWorkers()

for (const [i, worker] of workers.entries())
  worker.once('exit', (code, signal) => {
    const how = signal ? `was killed by ${signal}` : `exited with status ${code}`
    endWorkers({ ended: `worker ${i + 1} of ${number} ${how}` }, Number(code))
  })
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('disconnect', () => endWorkers(null, 1))
if (sharing === 'reuse-port') await untilAllListen()

/** The variable is that of pm2: with it, a server knows which worker it is. */
function environment(worker: number): NodeJS.ProcessEnv {
  return { NODE_APP_INSTANCE: String(worker - 1) }
}

// Modules are loaded where they are needed: memory of a primary of `node:cluster` counts as the server's.
async function startWorkers(): Promise<ChildProcess[]> {
  const { pinnedCommand } = await import('../machine/cpus.ts')
  const [program = '', ...rest] = pinnedCommand(null, executable, [...args, entry])
  return numbers.map((worker) =>
    spawn(program, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment(worker) },
    }),
  )
}

function forkWorkers(): ChildProcess[] {
  cluster.schedulingPolicy = sharing === 'cluster' ? cluster.SCHED_RR : cluster.SCHED_NONE
  cluster.setupPrimary({ exec: entry, args: [], execArgv: [...args] })
  const listening = new Set<number>()
  cluster.on('listening', ({ id }, address) => {
    if (address.port === port) listening.add(id)
    if (listening.size === number) notify('ready')
  })
  return numbers.map((worker) => cluster.fork(environment(worker)).process)
}

async function untilAllListen(): Promise<void> {
  const { listeningPorts, processTree } = await import('../processes/processes.ts')
  const listens = async ({ pid }: ChildProcess) =>
    pid !== undefined && listeningPorts(await processTree(pid)).includes(port)
  while (!(await Promise.all(workers.map(listens))).every(Boolean)) await sleep(INTERVAL)
  notify('ready')
}

function notify(notice: Notice | null, sent = () => {}): void {
  if (process.connected && notice !== null) process.send?.(notice, sent)
  else sent()
}

function stop(signal: NodeJS.Signals): void {
  isStopping = true
  for (const worker of workers) worker.kill(signal)
}

/** Ends all, unless they are being stopped: then the last one ends this process. */
function endWorkers(notice: Notice | null, code: number): void {
  if (isStopping) {
    const isOver = workers.every(({ exitCode, signalCode }) => exitCode !== null || signalCode)
    if (isOver) process.exit()
    return
  }
  stop('SIGKILL')
  notify(notice, () => process.exit(code || 1))
}
