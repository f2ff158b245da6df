/**
 * Repeats: a run may be made several times as a whole, with pauses between, into one result. Its rounds are numbered through;
 * what differs from one hour to another shows between repeats, and not between the rounds of one.
 */
import { z } from 'zod'

const count = z.int().nonnegative()
const timestamp = z.iso.datetime()

/** How long the run was to be, besides its protocol's rounds: fixed at its start. */
export const RunLength = z
  .strictObject({
    repeats: count.min(1).describe('times that the protocol’s rounds are measured'),
    pauseSeconds: z
      .number()
      .nonnegative()
      .describe('from the end of a repeat to the beginning of the next, at the least'),
    until: z
      .strictObject({
        halfWidth: z.number().positive().describe('half of a ratio’s interval, as a share: 0.01 is ±1%'),
        maxSeconds: z.number().positive().describe('of the run, pauses and interruptions left out'),
      })
      .nullable()
      .describe('rounds were added until every ratio to the baseline was that sure; null where their number was fixed'),
  })
  .describe('null in results before version 6')

/** A repeat that was made, or as much of it as there is. */
export const Repeat = z.strictObject({
  startedAt: timestamp,
  finishedAt: timestamp,
  rounds: z.strictObject({ first: count.min(1), last: count.min(1) }).describe('numbers of its rounds, both included'),
})

export type RunLength = z.infer<typeof RunLength>
export type Repeat = z.infer<typeof Repeat>

/** What tells the repeats of a result apart. */
interface Repeated {
  startedAt: string
  finishedAt: string
  /** One entry a round. */
  rounds: readonly unknown[]
  /** `null` in results before version 6, which are one repeat. */
  repeats: readonly Repeat[] | null
}

/** A result's repeats in the order in which they were made. */
export function repeatsOf({ startedAt, finishedAt, rounds, repeats }: Repeated): readonly Repeat[] {
  return repeats ?? [{ startedAt, finishedAt, rounds: { first: 1, last: rounds.length } }]
}

/**
 * The repeat that a round belongs to.
 * @param round counted from 1
 * @returns counted from 1
 * @throws where the result has no such round
 */
export function repeatOf(result: Repeated, round: number): number {
  const index = repeatsOf(result).findIndex(({ rounds: { first, last } }) => first <= round && round <= last)
  if (index < 0) throw new Error(`no repeat has round ${round}`)
  return index + 1
}

/** Whether the repeats hold every round once, in order, and come one after the other. */
export function areRepeatsWhole(result: Repeated): boolean {
  const repeats = repeatsOf(result)
  const follow = repeats.every(({ startedAt, finishedAt, rounds: { first, last } }, index) => {
    const before = repeats[index - 1]
    return (
      first === (before?.rounds.last ?? 0) + 1 &&
      last >= first &&
      Date.parse(startedAt) <= Date.parse(finishedAt) &&
      (!before || Date.parse(before.finishedAt) <= Date.parse(startedAt))
    )
  })
  return follow && repeats.at(-1)?.rounds.last === result.rounds.length
}
