/**
 * Files of work-arounds: what each costs in `update-user`, against the documented default. One a run of `workarounds`, written
 * once, with a checksum; the zod schema below is the only definition.
 */
import { mean } from 'simple-statistics'
import { z } from 'zod'
import { grouped } from '../../../shared/basics/text.ts'
import { Counting, PairedCounts, shareOf } from '../../../shared/results/counting.ts'
import { headOf, instrumentFiles, NotInstalled, serverHead } from '../../../shared/results/instrument-files.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { nothingMark } from '../columns.ts'

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

export const Workarounds = z.strictObject({
  ...headOf('workarounds', 1),
  scenario: z.literal('update-user'),
  processes: z.int().min(1).describe('of each server, and of each without one work-around'),
  seed: z.int().nonnegative().describe('of the requests, and of the order of processes'),
  counting: Counting,
  servers: z.array(WorkedAround),
  notInstalled: NotInstalled,
})

export type Workarounds = z.infer<typeof Workarounds>
export type WorkedAround = z.infer<typeof WorkedAround>

export const workaroundsStore = instrumentFiles<Workarounds>(Workarounds)

/** Above this share of the documented default's instructions the figures of both are shown. */
const SHOWN_ABOVE = 0.05

export interface WorkaroundCost {
  id: string
  why: string
  /** Null where it was not measured. */
  measured: {
    /** Share by which instructions per request rise; below zero where they fall. A 95% interval over pairs of processes. */
    share: Estimate
    /** Instructions per request with the work-around, and without it. */
    own: number
    standard: number
  } | null
}

/** Returns the cost of each work-around of a server. */
export function workaroundCosts({ instructions: own, workarounds }: WorkedAround): WorkaroundCost[] {
  return workarounds.map(({ id, why, instructions: standard }) => {
    const share = shareOf(own, standard)
    return { id, why, measured: share && { share, own: mean(own), standard: mean(standard) } }
  })
}

/** `3.1% ±0.4`, `~` before what is not significant, and the figures of both where that is more than 5%; `not measured`. */
export function workaroundText({ measured }: WorkaroundCost): string {
  if (measured === null) return 'not measured'
  const { share, own, standard } = measured
  const percent = (value: number) => (value * 100).toFixed(1)
  const { value, low, high } = share
  const spread = low === null || high === null ? '' : ` ±${percent(Math.max(value - low, high - value))}`
  const both = `: ${grouped(own)} instructions instead of ${grouped(standard)}`
  return `${nothingMark(share)}${percent(share.value)}%${spread}${Math.abs(share.value) > SHOWN_ABOVE ? both : ''}`
}
