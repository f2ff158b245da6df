/** Texts of the panel "Does it matter?": sentences and rows of figures, without the DOM. */
import { type Estimate, isSignificant, mapEstimate } from '../../../shared/stats/estimate.ts'
import { type Degree, type Matter, NOTICED, PAID, type WorkKind } from '../../../shared/stats/matter.ts'
import { significant } from '../../text/numbers.ts'
import type { ReportData } from '../data.ts'

/** Numbers that the reader enters: default and accepted range. Work is in ms per request, the rate in requests/s. */
export const NUMBERS = {
  work: { usual: 2, least: 0, most: 60_000 },
  rate: { usual: 100, least: 0.001, most: 1e9 },
} as const

export type NumberName = keyof typeof NUMBERS

/** Returns the error of an entered number; undefined if it is valid. */
export function errorOf(name: NumberName, text: string): string | undefined {
  const { least, most } = NUMBERS[name]
  if (text === '') return 'Enter a number.'
  const value = Number(text)
  return value >= least && value <= most ? undefined : `Enter ${given(least)} to ${given(most)}.`
}

/** The reader's input, and the names of the two servers. */
export interface Asked {
  first: string
  second: string
  /** ms per request. */
  work: number
  kind: WorkKind
  /** Requests/s. */
  rate: number
}

/** Reads the input from the page's state; invalid values become defaults. */
export function askedOf(get: (name: string) => string | undefined): Omit<Asked, 'first' | 'second'> {
  const number = (name: NumberName) => {
    const text = get(`matter.${name}`) ?? ''
    return errorOf(name, text) === undefined ? Number(text) : NUMBERS[name].usual
  }
  return {
    work: number('work'),
    kind: get('matter.kind') === 'computes' ? 'computes' : 'waits',
    rate: number('rate'),
  }
}

/** Returns the factor of the CPU time at the highest measured rate that is no higher than the reader's, or at the lowest. */
export function costAt(costs: ReportData['costs'], rate: number): number {
  return (costs.findLast(([measured]) => measured <= rate) ?? costs[0])?.[1] ?? 1
}

/** Formats a number as entered: `2`, `0.05`, `10,000`. */
function given(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 })
}

/** Compares the time of a request with either server. */
export function requestSentence({ ofRequest }: Matter, { first, second, work }: Asked): string {
  const own = work === 0 ? 'Without any work of your own' : `With ${given(work)} ms of your own work`
  if (!isSignificant(ofRequest)) return `${own} the data show no significant difference${between(ofRequest)}.`
  const way = ofRequest.value > 0 ? 'less' : 'more'
  return `${own} a request takes ${percent(ofRequest.value)} ${way} with ${first} than with ${second}${ends(ofRequest, percent)}.`
}

const DEGREES: Record<Degree, string> = {
  no: 'no',
  little: 'a little',
  yes: 'yes',
  unknown: 'no significant difference',
}

/** The answer to the question in the panel's title. */
export function verdictText({ forWaiting, forMachines, saved, ofRequest, cores, ofCpu }: Matter): {
  word: string
  text: string
} {
  if (forWaiting === 'unknown') return { word: DEGREES.unknown, text: 'Choose by other criteria.' }
  const both = [forWaiting, forMachines]
  const word = both.includes('yes') ? 'Yes' : both.includes('little') ? 'A little' : 'No'
  if (word === 'No') {
    const [time, leastTime] = tooSmall(ofRequest.value, saved.value / 1000, NOTICED / 1000, 'ms')
    const [machines, leastMachines] = tooSmall(ofCpu.value, cores.value, PAID, 'CPUs')
    const why = `The difference per request, ${time}, is less than ${leastTime}, and that in CPU time, ${machines}, less than ${leastMachines}.`
    return { word, text: `${why} Choose by documentation, types and your team’s experience.` }
  }
  return { word, text: `For latency: ${DEGREES[forWaiting]}. For the number of machines: ${DEGREES[forMachines]}.` }
}

/** Returns the amount and its limit, or the share and its limit where the amount is not below. */
function tooSmall(share: number, amount: number, limit: number, unit: string): [string, string] {
  const size = Math.abs(amount)
  if (size < limit) return [`${significant(size)} ${unit}`, `${limit} ${unit}`]
  return [`${significant(Math.abs(100 * share))}%`, '1%']
}

/** Returns the table's rows: title, figure of each server, and the saving of the first with its interval. */
export function matterRows({ first, second, saved, cores }: Matter, { rate }: Asked): string[][][] {
  const row = (what: string, values: [number, number], difference: Estimate, digits = 3): string[][] =>
    [what, ...values.map((value) => significant(value, digits)), withEnds(difference)].map((text) => [text])
  return [
    row('CPU time per request in the server, µs', [first.cpu, second.cpu], saved),
    row(
      'Time per request with your own work, ms',
      [first.request, second.request],
      mapEstimate(saved, (value) => value / 1000),
      5,
    ),
    row(`Busy cores at ${given(rate)} requests/s`, [first.cores, second.cores], cores),
  ]
}

/** Formats ` (0.4 to 0.5%)` without signs; empty without an interval. */
function ends({ low, high }: Estimate, text: (value: number) => string): string {
  if (low === null || high === null) return ''
  const [least, most] = [low, high].map(Math.abs).sort((a, b) => a - b) as [number, number]
  const [from, to] = [text(least), text(most)]
  const unit = /[^\d.,]+.*$/.exec(to)?.[0] ?? ''
  return ` (${from.endsWith(unit) ? from.slice(0, from.length - unit.length) : from} to ${to})`
}

/** States the interval of a difference that is not significant. */
function between({ low, high }: Estimate): string {
  if (low === null || high === null) return '; the uncertainty is unknown'
  const side = (value: number) => `${percent(value)} ${value < 0 ? 'more' : 'less'}`
  return `: a request takes between ${side(low)} and ${side(high)} with the first`
}

/** Formats a share without its sign. */
function percent(value: number): string {
  return `${significant(Math.abs(100 * value), 2)}%`
}

function withEnds({ value, low, high }: Estimate): string {
  const signed = (each: number) => `${each < 0 ? '−' : ''}${significant(Math.abs(each), 3)}`
  return low === null || high === null ? signed(value) : `${signed(value)} (${signed(low)} to ${signed(high)})`
}
