/** What the panel "Does it matter?" says: sentences and rows of figures, without the page. */
import type { Degree, Estimate, Matter, WorkKind } from '../../../shared/stats/matter.ts'
import { significant } from '../../text/numbers.ts'

/** Steps of the slider, milliseconds: finer where they matter. */
export const WORK_STEPS: readonly number[] = [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50]
export const DEFAULT_WORK = 2
export const DEFAULT_RATE = 100
/** What numbers may be entered; the rate's are requests/s. */
const LIMITS = { work: [0, 60_000], rate: [0.001, 1e9] } as const

/** Why an entered rate is rejected, in a few words; undefined where it is not. */
export function flawOf(text: string): string | undefined {
  const [least, most] = LIMITS.rate
  if (text === '') return 'Enter a number.'
  const value = Number(text)
  return value >= least && value <= most ? undefined : `Enter ${given(least)} to ${given(most)}.`
}

/** What the reader said, and the names of the two servers. */
export interface Asked {
  first: string
  second: string
  /** Milliseconds. */
  work: number
  kind: WorkKind
  /** Requests/s. */
  rate: number
}

/** From the state of the page; what is no lawful value is as by default. */
export function askedOf(get: (name: string) => string | undefined): Omit<Asked, 'first' | 'second'> {
  const number = (name: keyof typeof LIMITS) => {
    const [least, most] = LIMITS[name]
    const text = get(`matter.${name}`)
    const value = text === undefined ? Number.NaN : Number(text)
    return value >= least && value <= most ? value : null
  }
  return {
    work: number('work') ?? DEFAULT_WORK,
    kind: get('matter.kind') === 'computes' ? 'computes' : 'waits',
    rate: number('rate') ?? DEFAULT_RATE,
  }
}

/** A number as the reader gave it: `2`, `0.05`, `10,000`. */
function given(value: number): string {
  const [whole = '', fraction] = String(Number(value.toPrecision(6))).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...(fraction === undefined ? [] : [fraction])].join('.')
}

/** `2 ms`. */
export function workText(work: number): string {
  return `${given(work)} ms`
}

/** What a request is, in one sentence of the figures. */
export function requestSentence({ ofRequest }: Matter, { first, second, work }: Asked): string {
  const own = work === 0 ? 'Without any work of your own' : `With ${workText(work)} of your own work`
  if (!isShown(ofRequest)) return `${own} the data show no difference${between(ofRequest)}.`
  const way = ofRequest.value > 0 ? 'less' : 'more'
  return `${own} a request takes ${percent(ofRequest.value)} ${way} with ${first} than with ${second}${ends(ofRequest, percent)}.`
}

const DEGREES: Record<Degree, string> = { no: 'no', little: 'a little', yes: 'yes', unknown: 'no difference is shown' }

/** The answer to the question in the panel's title. */
export function verdictText({ forWaiting, forMachines }: Matter): { word: string; text: string } {
  if (forWaiting === 'unknown') return { word: DEGREES.unknown, text: 'Choose by something else.' }
  const both = [forWaiting, forMachines]
  const word = both.includes('yes') ? 'Yes' : both.includes('little') ? 'A little' : 'No'
  if (word === 'No') {
    return { word, text: 'Choose by documentation, types and the people who know it.' }
  }
  return { word, text: `For who waits: ${DEGREES[forWaiting]}. For the machines: ${DEGREES[forMachines]}.` }
}

/** The same figures as a table: what, of the first, of the second, and what the first one saves with its interval. */
export function matterRows({ first, second, saved, cores }: Matter, { rate }: Asked): string[][][] {
  const row = (what: string, values: [number, number], difference: Estimate, digits = 3): string[][] =>
    [what, ...values.map((value) => significant(value, digits)), withEnds(difference)].map((text) => [text])
  return [
    row('CPU time of a request in the server itself, µs', [first.cpu, second.cpu], saved),
    row(
      'A request with your own work, ms',
      [first.request, second.request],
      mapped(saved, (value) => value / 1000),
      5,
    ),
    row(`Cores kept busy at ${given(rate)} requests/s`, [first.cores, second.cores], cores),
  ]
}

function mapped({ value, low, high }: Estimate, of: (value: number) => number): Estimate {
  return { value: of(value), low: low === null ? null : of(low), high: high === null ? null : of(high) }
}

/** Whether zero is outside of the interval. */
function isShown({ low, high }: Estimate): boolean {
  return low !== null && high !== null && (low > 0 || high < 0)
}

/** ` (0.4 to 0.5%)`, by size; empty where it is not known. */
function ends({ low, high }: Estimate, text: (value: number) => string): string {
  if (low === null || high === null) return ''
  const [least, most] = [low, high].map(Math.abs).sort((a, b) => a - b) as [number, number]
  const [from, to] = [text(least), text(most)]
  const unit = /[^\d.,]+.*$/.exec(to)?.[0] ?? ''
  return ` (${from.endsWith(unit) ? from.slice(0, from.length - unit.length) : from} to ${to})`
}

/** Where no difference is shown, what the data allow. */
function between({ low, high }: Estimate): string {
  if (low === null || high === null) return ': nothing is known of how sure the figures are'
  const side = (value: number) => `${percent(value)} ${value < 0 ? 'more' : 'less'}`
  return `: a request takes between ${side(low)} and ${side(high)} with the first`
}

/** Without its sign. */
function percent(value: number): string {
  return `${significant(Math.abs(100 * value), 2)}%`
}

function withEnds({ value, low, high }: Estimate): string {
  const signed = (each: number) => `${each < 0 ? '−' : ''}${significant(Math.abs(each), 3)}`
  return low === null || high === null ? signed(value) : `${signed(value)} (${signed(low)} to ${signed(high)})`
}
