/**
 * Files of work-arounds: what each costs in `update-user`, against the documented default. One a run of `workarounds`, written
 * once, with a checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { instrumentFiles, serverHead } from '../../../shared/format/instrument-files.ts'
import {
  Counting,
  filesToPublish,
  PairedCounts,
  percentMore,
  variantsFile,
} from '../../../shared/results/counting.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'

const WorkedAround = z.strictObject({
  ...serverHead,
  code: z.string().describe('SHA-256 of its files of documented defaults'),
  instructions: PairedCounts.describe('of the server as it is measured'),
  workarounds: z.array(
    z.strictObject({
      id: z.string(),
      why: z.string(),
      instructions: PairedCounts.describe('of the server without this one; empty: not measured'),
    }),
  ),
})

const Workarounds = variantsFile('workarounds', 1, WorkedAround, Counting)

export type Workarounds = z.infer<typeof Workarounds>
export type WorkedAround = z.infer<typeof WorkedAround>

export const workaroundsStore = instrumentFiles<Workarounds>(Workarounds)

export const workaroundsToPublish = (root?: string) =>
  filesToPublish(workaroundsStore.stored(root), ({ instructions }) => instructions.length > 0)

export interface WorkaroundCost {
  id: string
  why: string
  /** Null where it was not measured. */
  measured: {
    /** Percentage by which instructions per request rise; below zero where they fall. A 95% interval over pairs of processes. */
    cost: Estimate
    /** Instructions per request with the work-around, and without it: medians of processes. */
    own: number
    standard: number
  } | null
}

/** Returns the cost of each work-around of a server. */
export function workaroundCosts({
  instructions: own,
  workarounds,
}: WorkedAround): WorkaroundCost[] {
  return workarounds.map(({ id, why, instructions: standard }) => {
    const cost = percentMore(own, standard)
    return {
      id,
      why,
      measured: cost && { cost, own: medianOf(own).median, standard: medianOf(standard).median },
    }
  })
}
