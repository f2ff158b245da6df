/** Awaits the steps of a trial. If the server ends during a step, that is the failure reported. */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { GeneratorFailure, type LoadReport } from '../load/generator.ts'
import type { ServerProcess } from '../server/server-process.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'
import { type ContractFailure, describeFailure } from '../verify/exchange.ts'
import { EXIT_NOTICE } from '../verify/verify.ts'

export class Guard {
  readonly #process: Pick<ServerProcess, 'exited' | 'withOutput'>

  constructor(process: Pick<ServerProcess, 'exited' | 'withOutput'>) {
    this.#process = process
  }

  /** Awaits a step, unless the server ends first. Failures name the phase. */
  async step<T>(phase: TrialPhase, step: Promise<T>): Promise<T> {
    step.catch(() => {})
    try {
      return await Promise.race([step, this.#process.exited])
    } catch (error) {
      if (error instanceof TrialFailure || error instanceof Unmeasurable) throw error
      throw new TrialFailure(phase, this.#process.withOutput(messageOf(error)))
    }
  }

  /** Awaits a load to its end even if the server ends: the same generator then loads other servers. */
  async load(phase: TrialPhase, load: Promise<LoadReport>): Promise<LoadReport> {
    const named = load.catch((error) => {
      throw new GeneratorFailure(messageOf(error))
    })
    try {
      return await this.step(phase, named)
    } catch (error) {
      await load.catch(() => {})
      throw error
    }
  }

  /**
   * Runs a check. If it fails because the server has ended, throws how it ended instead. A process that is ending closes its
   * connections before it is gone, so a failed check is run again.
   */
  async unlessEnded(phase: TrialPhase, check: () => void): Promise<void> {
    try {
      check()
    } catch (error) {
      await this.step(phase, sleep(EXIT_NOTICE))
      check()
      throw error
    }
  }

  /** @throws TrialFailure with the first failed check */
  async assertNoFailures(phase: TrialPhase, checks: Promise<ContractFailure[]>): Promise<void> {
    const [first, ...more] = await this.step(phase, checks)
    if (!first) return
    if (!first.responded) await this.step(phase, sleep(EXIT_NOTICE))
    throw new TrialFailure(
      phase,
      describeFailure(first) + (more.length > 0 ? ` (and ${more.length} more)` : ''),
    )
  }
}
