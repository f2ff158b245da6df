/** Collects what is measured of each part, and who failed. */
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Costs } from '../../shared/result/cost.ts'
import type { Owner, Part } from './parts.ts'

export interface CostObserver {
  counted(part: Part, instructions: number, round: number): void
  timed(part: Part, microseconds: number, round: number): void
  refused(owner: Owner, reason: string): void
}

export class CostTally {
  readonly #costs = new Map<Part, Costs>()
  readonly #refusals = new Map<Owner, string>()
  readonly #observer: CostObserver

  constructor(observer: CostObserver) {
    this.#observer = observer
  }

  costsOf(part: Part): Costs {
    let costs = this.#costs.get(part)
    if (!costs) {
      costs = { instructions: [], settled: true, microseconds: [] }
      this.#costs.set(part, costs)
    }
    return costs
  }

  counted(part: Part, instructions: number, settled: boolean): void {
    const costs = this.costsOf(part)
    costs.instructions.push(instructions)
    costs.settled &&= settled
    this.#observer.counted(part, instructions, costs.instructions.length)
  }

  timed(part: Part, microseconds: number): void {
    const costs = this.costsOf(part)
    costs.microseconds.push(microseconds)
    this.#observer.timed(part, microseconds, costs.microseconds.length)
  }

  refusalOf(owner: Owner): string | null {
    return this.#refusals.get(owner) ?? null
  }

  refuse(owner: Owner, reason: string): void {
    if (this.#refusals.has(owner)) return
    this.#refusals.set(owner, reason)
    this.#observer.refused(owner, reason)
  }

  isOut({ owner }: Part): boolean {
    return owner !== null && this.#refusals.has(owner)
  }

  /**
   * Does a part's work; where it fails its owner is out, and the others go on. A rung that is part of every ladder has a
   * second try, since the run ends with it.
   * @throws where such a rung fails twice
   */
  async attempt(part: Part, work: () => Promise<void>): Promise<void> {
    if (this.isOut(part)) return
    const isCommon = !part.owner || part.isAnchor
    try {
      await (isCommon ? work().catch(work) : work())
    } catch (error) {
      const reason = oneLine(`${part.title}: ${messageOf(error)}`)
      if (!part.owner || part.isAnchor) throw new Error(`${reason}; every ladder stands on it, so nothing was measured`)
      this.refuse(part.owner, reason)
    }
  }
}
