/** Inputs of `hostile`, and the figures of a server that its worst ones yield. */
import { linearRegression } from 'simple-statistics'
import { z } from 'zod'
import { count } from '../../format/fields.ts'
import { type Contents, firstOf, type SubjectRow } from '../../probe/probe.ts'
import { factorOf } from '../../stats/claims.ts'
import type { Estimate } from '../../stats/estimate.ts'
import { medianEstimate } from '../../stats/intervals.ts'

/** Bytes of the bodies, where a server accepts so many. */
export const SIZES = [4_000, 16_000, 64_000]
/** Bytes of a valid value that shows whether a server accepts more. */
export const ACCEPTED = 1_000_000

const Input = z
  .strictObject({
    head: z.string(),
    unit: z.string(),
    middle: z.string(),
    close: z.string(),
    tail: z.string(),
  })
  .describe(
    'JSON: the head, the unit n times, the middle, the close n times, the tail; # is the number of the unit, ## 1,000,000 more',
  )

const Size = z.strictObject({
  bytes: count.describe('of the request’s body'),
  received: count.describe('bytes of the response’s body'),
  status: count,
})

const HostileCase = z.strictObject({
  family: z.string(),
  input: Input,
  sizes: z
    .array(Size)
    .describe('those that the server accepts of valid data, and that do not take too long'),
})

/** Evidence of the first process. Every process has the instructions of each case and size among its values. */
export const Cases = z
  .array(HostileCase)
  .describe('of each family the worst input by work, and by bytes')
  .optional()

export type Input = z.infer<typeof Input>
export type Size = z.infer<typeof Size>
export type HostileCase = z.infer<typeof HostileCase>

/** The id of the instructions of a case at one of its sizes. */
export const workId = (at: number, nth: number) => `instructions ${at}/${nth}`

export const REFERENCE = 'http-node'

export type Summary = ReturnType<typeof summarize>

/** A size, with the instructions in each process; none where they were not counted in all. */
type CountedSize = Size & { work: number[] }
type CountedCase = Omit<HostileCase, 'sizes'> & { sizes: CountedSize[] }

export function casesOf({ samples }: Pick<SubjectRow, 'samples'>): CountedCase[] {
  const cases = Cases.parse(samples[0]?.evidence) ?? []
  return cases.map((each, at) => ({
    ...each,
    sizes: each.sizes.map((size, nth) => {
      const work = samples.map(({ values }) => values[workId(at, nth)])
      return { ...size, work: work.every((one) => typeof one === 'number') ? work : [] }
    }),
  }))
}

export const referenceIn = ({ subjects }: Contents) =>
  subjects.find((each) => each.name === REFERENCE && firstOf(each, workId(0, 0)) !== null)

export function summaryIn(file: Contents, row: SubjectRow): Summary {
  const reference = referenceIn(file)
  return summarize(casesOf(row), reference ? casesOf(reference) : [])
}

/**
 * Returns the slope of log work over log bytes: 1 is linear, 2 quadratic. What any request costs lowers it. Null with fewer than three
 * sizes.
 */
export function growthOf(sizes: readonly { bytes: number; work: number }[]): number | null {
  const points = sizes.map(({ bytes, work }) => [bytes, work].map(Math.log))
  return points.length < 3 ? null : linearRegression(points).m
}

/** The largest figure, and the family of inputs that causes it. */
interface Worst {
  figure: Estimate
  family: string
}

function summarize(cases: readonly CountedCase[], reference: readonly CountedCase[]) {
  const most = (
    of: readonly CountedCase[],
    figureOf: (sizes: CountedSize[], last: CountedSize) => Estimate | null,
  ): Worst | null =>
    of
      .flatMap(({ family, sizes }) => {
        const [first, last] = [sizes.at(0), sizes.at(-1)]
        // A wire that does not carry JSON may drop what makes an input long.
        const isLong = sizes.length === 1 || (last?.bytes ?? 0) > 2 * (first?.bytes ?? 0)
        const figure = last && isLong ? figureOf(sizes, last) : null
        return figure ? [{ family, figure }] : []
      })
      .reduce<Worst | null>(
        (worst, each) => (worst && worst.figure.value >= each.figure.value ? worst : each),
        null,
      )
  const workAt = (count: number) => (sizes: CountedSize[]) => {
    const work = sizes[count - 1]?.work ?? []
    return work.length > 0 ? medianEstimate(work) : null
  }
  return {
    bytes: most(cases, (sizes) => {
      const value = Math.max(...sizes.map(({ bytes, received }) => received / bytes))
      return { value, low: value, high: value }
    }),
    growth: most(cases, (sizes, { work }) => {
      const slopes = work.flatMap(
        (_, process) =>
          growthOf(
            sizes.map(({ bytes, work }) => ({ bytes, work: work[process] ?? Number.NaN })),
          ) ?? [],
      )
      return slopes.length > 0 ? medianEstimate(slopes) : null
    }),
    /** At the largest size, relative to the most that the reference does at that size. */
    work: most(cases, (sizes) => {
      const workOf = workAt(sizes.length)
      const [own, usual] = [workOf(sizes), most(reference, workOf)]
      return own && usual ? factorOf(own, usual.figure) : null
    }),
    perByte: most(cases, (_, { bytes, work }) =>
      work.length > 0 ? medianEstimate(work.map((each) => each / bytes)) : null,
    ),
  }
}
