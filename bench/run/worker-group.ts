/** The workers of a server: each is checked, and none may end. */
import { connectionsTo, cpuSeconds, isAlive, processTree } from '../processes/processes.ts'
import type { ServerProcess } from '../server/server-process.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'
import { checkContractBriefly } from '../verify/contract.ts'
import type { ContractFailure, ContractTerms } from '../verify/exchange.ts'

/**
 * Connections per worker on which the contract is checked. Distributed at random, they miss a given worker in one of 50 checks;
 * the load's own connections, whose responses are compared too, are many more.
 */
const CHECKS = 4

/** A worker's share of the load. */
export interface WorkerShare {
  connections: number
  cpuSeconds: number
  /** Processes that have connections: more than one where the server starts workers of its own. */
  processes: number
}

export class WorkerGroup {
  readonly #process: ServerProcess
  readonly #number: number
  #alive: readonly number[] = []

  /** @param number of workers; 0: the server is one process */
  constructor(process: ServerProcess, number: number) {
    this.#process = process
    this.#number = number
  }

  /** Checks some cases on several connections, and remembers which processes there are. */
  async check(terms: ContractTerms): Promise<ContractFailure[]> {
    if (this.#number === 0) return []
    const checks = Array.from({ length: CHECKS * this.#number }, () =>
      checkContractBriefly(this.#process.port, terms),
    )
    const failures = (await Promise.all(checks)).flat()
    this.#alive = await this.#process.tree()
    return failures
  }

  /** @throws TrialFailure if a process of the group has ended, even if another one took its place */
  assertAlive(phase: TrialPhase): void {
    const ended = this.#alive.filter((pid) => !isAlive(pid))
    if (ended.length === 0) return
    const processes = `${ended.length} of its ${this.#alive.length} processes`
    throw new TrialFailure(phase, `${processes} ended under load, restarted or not`)
  }

  /** Returns each worker's current or last share. */
  async shares(): Promise<WorkerShare[]> {
    const { port } = this.#process
    return Promise.all(
      this.#process.workers().map(async (worker) => {
        const tree = await processTree(worker)
        return {
          connections: connectionsTo(tree, port),
          cpuSeconds: cpuSeconds(tree) ?? 0,
          processes: tree.filter((pid) => connectionsTo([pid], port) > 0).length,
        }
      }),
    )
  }
}
