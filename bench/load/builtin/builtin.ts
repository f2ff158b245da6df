/** The suite's own load generator. It runs in its own process (`process.ts`), which this file starts and drives over IPC. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinnedCommand } from '../../machine/cpus.ts'
import { youngGeneration } from '../../machine/v8-flags.ts'
import { kill, track, untrack } from '../../processes/processes.ts'
import { explainingLine } from '../../processes/programs.ts'
import type { LoadGenerator, LoadPlan, LoadReport, LoadWatch } from '../generator.ts'
import type { OpenLoad, OpenSession, Overload, ReportOf } from '../open-load.ts'

export type Command =
  | { type: 'prepare'; plan: LoadPlan }
  | { type: 'load'; port: number; seconds: number; notBefore: number }
  | { type: 'load-open'; port: number; load: OpenLoad | Overload }
  | { type: 'release'; port: number }

export type Event =
  | { type: 'started' | 'ended' }
  | { type: 'done'; command: Command['type']; result: unknown }
  | { type: 'failed'; reason: string }

/** Increment it with every change of the generator that may change a number. */
export const VERSION = '1'

export const builtin: LoadGenerator = {
  prepare: (plan, cpus) => prepareProcess(plan, cpus, []),
}

/**
 * MB of a semi-space. With it, garbage collection runs every few seconds instead of several times a second. Each collection
 * stops the generator for about 1 ms, which delays requests.
 */
const YOUNG_GENERATION = 64

/** Prepares the same generator for an open loop. */
export function prepareOpen(plan: LoadPlan, cpus: number[] | null): Promise<OpenSession> {
  return prepareProcess(plan, cpus, youngGeneration(YOUNG_GENERATION))
}

async function prepareProcess(
  plan: LoadPlan,
  cpus: number[] | null,
  flags: readonly string[],
): Promise<OpenSession> {
  const process = new GeneratorProcess(cpus, flags)
  try {
    await process.request({ type: 'prepare', plan })
    return process
  } catch (error) {
    await process.close()
    throw error
  }
}

class GeneratorProcess implements OpenSession {
  readonly #child: ChildProcess
  readonly #failed: Promise<never>
  #watch: LoadWatch = {}
  #stderr = ''

  constructor(cpus: number[] | null, flags: readonly string[]) {
    const script = join(import.meta.dirname, 'process.ts')
    const [program = '', ...args] = pinnedCommand(cpus, process.execPath, [...flags, script])
    this.#child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
    })
    if (this.#child.pid) track(this.#child.pid)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4_000)
    })
    this.#failed = new Promise((_, reject) => {
      this.#child.once('error', reject)
      this.#child.once('exit', (_, signal) => {
        const how = signal ? `killed by ${signal}` : 'no output'
        reject(new Error(`the load generator ended: ${explainingLine(this.#stderr) ?? how}`))
      })
    })
    this.#failed.catch(() => {})
    this.#child.on('message', (event: Event) => {
      if (event.type === 'started') this.#watch.started?.()
      if (event.type === 'ended') this.#watch.ended?.()
    })
  }

  /** Sends a command and waits for its result. */
  async request<Result>(command: Command): Promise<Result> {
    const replied = new Promise<Result>((resolve, reject) => {
      const listen = (event: Event) => {
        if (event.type === 'failed') reject(new Error(event.reason))
        else if (event.type === 'done' && event.command === command.type)
          resolve(event.result as Result)
        else return
        this.#child.off('message', listen)
      }
      this.#child.on('message', listen)
    })
    // If the process has ended, `#failed` rejects.
    this.#child.send(command, () => {})
    return Promise.race([replied, this.#failed])
  }

  async load(port: number, seconds: number, watch: LoadWatch = {}): Promise<LoadReport> {
    this.#watch = watch
    const { notBefore = 0 } = watch
    return this.request({ type: 'load', port, seconds, notBefore })
  }

  async loadOpen<L extends OpenLoad | Overload>(
    port: number,
    load: L,
    watch: LoadWatch = {},
  ): Promise<ReportOf<L>> {
    this.#watch = watch
    return this.request({ type: 'load-open', port, load })
  }

  async release(port: number): Promise<void> {
    if (!this.isOver) await this.request({ type: 'release', port }).catch(() => {})
  }

  get isOver(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async close(): Promise<void> {
    if (this.#child.pid) untrack(this.#child.pid)
    if (this.isOver) return
    const exit = once(this.#child, 'exit')
    kill(this.#child.pid as number)
    await exit
  }
}
