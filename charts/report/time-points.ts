/** Stored numbers of a server over time in little room: in columns, with versions only where they change. */

export interface TimePoint {
  /** A place among dates. */
  date: number
  mean: number
  /** Of its 95% interval; null where none is known. */
  low: number | null
  high: number | null
  /** A version in short, and all that are known: places in the report's texts. */
  label: number
  versions: number
}

/**
 * Means; halves of their intervals on the scale of logarithms, in hundred-thousandths, null where none is known; from which point on
 * which label and versions hold; the points' dates, which are left out where the points are of all dates in order.
 */
export type TimeColumns = [
  means: number[],
  halves: (number | null)[],
  versions: [from: number, label: number, versions: number][],
  dates?: number[],
]

const SCALE = 1e5

/** @param dates how many there are */
export function timeColumns(points: readonly TimePoint[], dates: number): TimeColumns {
  const columns: TimeColumns = [
    points.map(({ mean }) => mean),
    points.map(({ low, high }) =>
      low === null || high === null ? null : Math.round(SCALE * 0.5 * Math.log(high / low)),
    ),
    points.flatMap(({ label, versions }, i): TimeColumns[2] => {
      const before = points[i - 1]
      return before && before.label === label && before.versions === versions ? [] : [[i, label, versions]]
    }),
  ]
  const isOfAll = points.length === dates && points.every(({ date }, i) => date === i)
  return isOfAll ? columns : [columns[0], columns[1], columns[2], points.map(({ date }) => date)]
}

/** The interval's ends are exact to some hundred-thousandths of the mean. */
export function timePoints([means, halves, versions, dates]: TimeColumns): TimePoint[] {
  return means.map((mean, i) => {
    const half = halves[i]
    const [, label = 0, all = 0] = versions.findLast(([from]) => from <= i) ?? []
    const isKnown = half !== null && half !== undefined
    return {
      date: dates?.[i] ?? i,
      mean,
      low: isKnown ? mean * Math.exp(-half / SCALE) : null,
      high: isKnown ? mean * Math.exp(half / SCALE) : null,
      label,
      versions: all,
    }
  })
}
