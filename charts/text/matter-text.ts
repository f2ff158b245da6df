/** Texts of "Does it matter?", for the report and README: sentences, and rows of figures. */
import {
  type CostPoint,
  type Costs,
  costAt,
  factorAt,
  lowestRate,
  pairAt,
  type ServerCost,
} from '../../shared/stats/cost.ts'
import { type Estimate, isSignificant, mapEstimate } from '../../shared/stats/estimate.ts'
import {
  type Degree,
  type Matter,
  matterOf,
  NOTICED,
  PAID,
  type WorkKind,
} from '../../shared/stats/matter.ts'
import { significant } from '../../shared/text/numbers.ts'

/** Accepted range of the numbers that the reader enters. Work is in ms per request, the rate in requests/s. */
const NUMBERS = {
  work: { least: 0, most: 60_000 },
  rate: { least: 0.001, most: 1e9 },
} as const

export type NumberName = keyof typeof NUMBERS

/** Returns the error of an entered number; undefined if it is valid. */
export function errorOf(name: NumberName, text: string): string | undefined {
  const { least, most } = NUMBERS[name]
  if (text === '') return 'Enter a number.'
  const value = Number(text)
  return value >= least && value <= most
    ? undefined
    : `Enter a number from ${inputText(least)} to ${inputText(most)}.`
}

/** The reader's input, and the names of the two servers. */
export interface Input {
  first: string
  second: string
  /** ms per request. */
  work: number
  kind: WorkKind
  /** Requests/s. */
  rate: number
}

/** Returns the default of a number; that of the rate is 1,000 requests/s, or the lowest measured one if that is higher. */
export function usualOf(name: NumberName, costs: Costs): number {
  return name === 'work' ? 2 : Math.max(1_000, lowestRate(costs))
}

/** Reads the input from the page's state; invalid values become defaults. */
export function inputOf(
  get: (name: string) => string | undefined,
  costs: Costs,
): Omit<Input, 'first' | 'second'> {
  const number = (name: NumberName) => {
    const text = get(`matter.${name}`) ?? ''
    return errorOf(name, text) === undefined ? Number(text) : usualOf(name, costs)
  }
  return {
    work: number('work'),
    kind: get('matter.kind') === 'computes' ? 'computes' : 'waits',
    rate: number('rate'),
  }
}

/** Returns how much the choice matters, and a sentence on what is included; or why that was not measured. */
export function answerTo(
  { level, servers, isProvisional, quantiles }: Costs,
  folders: readonly [first: string, second: string],
  input: Input,
): { matter: Matter; included: string; provisional: string } | string {
  const names = [input.first, input.second]
  const costs = folders.map((folder) => servers[folder])
  const [first, second] = costs.map((cost) => atRate(cost, input.rate, quantiles))
  const [one = [], other = []] = costs.map((cost) => cost?.curve)
  const pair = pairAt([one, other], input.rate, quantiles)
  if (!first || !second || !pair) {
    const reasons = folders.flatMap(
      (folder, i) => reasonOf(names[i] ?? '', servers[folder]?.curve, input.rate) ?? [],
    )
    return `Not measured: ${reasons.join('; ')}.`
  }
  const factors = [first, second].map(({ factor }, i) => `${rangeText(factor)}× (${names[i]})`)
  return {
    matter: matterOf({ ...input, level, first, second, pair }),
    included: `a request uses ${factors.join(' and ')} the CPU time of one at full load on the machine that measured both; these figures include that.${first.isMeasured && second.isMeasured ? '' : ' Its cost is interpolated between measured rates.'}`,
    provisional: isProvisional
      ? ' Provisional: the measuring machine failed its health check.'
      : '',
  }
}

function atRate(cost: ServerCost | undefined, rate: number, quantiles: Costs['quantiles']) {
  const [cpu, factor] = cost
    ? [costAt(cost.curve, rate, quantiles), factorAt(cost.curve, rate, quantiles)]
    : []
  if (!cost || !cpu || !factor) return null
  const isMeasured = cost.curve.some((point) => point.rate === rate)
  return { cpu, factor, isMeasured, machineEffect: cost.machineEffect }
}

/** Returns why a server's cost at a rate is unknown; undefined if it is known. */
function reasonOf(
  name: string,
  curve: readonly CostPoint[] = [],
  rate: number,
): string | undefined {
  const [lowest, maximum] = [curve[0], curve.at(-1)]
  if (!lowest || !maximum) return `the CPU time of ${name} below saturation`
  if (rate < lowest.rate) return `${name} below ${inputText(lowest.rate)} requests/s`
  return rate > maximum.rate
    ? `${name} serves at most ${significant(maximum.rate)} requests/s on one CPU`
    : undefined
}

/** Formats a number as entered: `2`, `0.05`, `10,000`. */
function inputText(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 6 })
}

/** Compares the time of a request with either server, which is computed: its queues were not measured. */
export function requestSentence({ ofRequest }: Matter, { first, work, kind }: Input): string {
  const own =
    work === 0
      ? 'without any work of your own'
      : kind === 'waits'
        ? `with ${inputText(work)} ms of waiting for, say, a database`
        : `with ${inputText(work)} ms of your own computation`
  const start = `From CPU time, ${own}`
  if (!isSignificant(ofRequest)) return `${start}, ${insignificantText(ofRequest, first)}.`
  const direction = ofRequest.value > 0 ? 'sooner' : 'later'
  return `${start}, requests finish ${percent(ofRequest.value)} ${direction} with ${first}${rangeSuffix(ofRequest, percent)}.`
}

/** Formats a significant saving of the first server, `4.1% (0.83 to 11%)`; empty otherwise. */
export function shareText(share: Estimate): string {
  return isSignificant(share) && share.value > 0
    ? `${percent(share.value)}${rangeSuffix(share, percent)}`
    : ''
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
  const degrees = [forWaiting, forMachines]
  if (degrees.every((degree) => degree === 'unknown'))
    return { word: 'No significant difference', text: 'Choose by other criteria.' }
  if (degrees.every((degree) => degree === 'no')) {
    const [micros, busy] = [mostOf(saved), mostOf(cores)]
    const ofTime =
      micros < NOTICED
        ? `${significant(micros / 1000, 2)} ms, under our ${NOTICED / 1000} ms threshold`
        : smallShare(ofRequest, 'a request’s time')
    const ofCores =
      busy < PAID
        ? `${significant(busy, 2)} cores, under our ${PAID}-core threshold`
        : smallShare(ofCpu, 'the CPU time')
    const reason = `The difference is at most ${ofTime}, and at most ${ofCores}.`
    return {
      word: 'No',
      text: `${reason} Choose by documentation, types and your team’s experience.`,
    }
  }
  const word = degrees.includes('yes')
    ? 'Yes'
    : degrees.includes('little')
      ? 'A little'
      : 'No significant difference'
  return {
    word,
    text: `For latency: ${DEGREES[forWaiting]}. For the number of machines: ${DEGREES[forMachines]}.`,
  }
}

function smallShare(share: Estimate, whole: string): string {
  return `${percent(mostOf(share))} of ${whole}, under our 1% threshold`
}

/** Returns the largest size in the interval. */
function mostOf({ value, low, high }: Estimate): number {
  return Math.max(...[low ?? value, high ?? value].map(Math.abs))
}

/** Returns the table's rows: title, figure of each server, and the saving of the first with its interval. */
export function matterRows({ first, second, saved, cores }: Matter, { rate }: Input): string[][] {
  const milliseconds = (value: number) => significant(value, 5)
  return [
    ['CPU time per request in the server, µs', ...[first.cpu, second.cpu, saved].map(withRange)],
    [
      'Time per request with your own work, ms',
      milliseconds(first.request),
      milliseconds(second.request),
      withRange(mapEstimate(saved, (value) => value / 1000)),
    ],
    [
      `Busy cores at ${inputText(rate)} requests/s`,
      significant(first.cores),
      significant(second.cores),
      withRange(cores),
    ],
  ]
}

/** Formats ` (0.4 to 0.5%)` without signs; empty without an interval. */
function rangeSuffix({ low, high }: Estimate, text: (value: number) => string): string {
  if (low === null || high === null) return ''
  const [least, most] = [low, high].map(Math.abs).sort((a, b) => a - b) as [number, number]
  const [from, to] = [text(least), text(most)]
  const unit = /[^\d.,]+.*$/.exec(to)?.[0] ?? ''
  return ` (${from.endsWith(unit) ? from.slice(0, from.length - unit.length) : from} to ${to})`
}

/** States that a difference is not significant, with its interval. */
function insignificantText({ low, high }: Estimate, first: string): string {
  if (low === null || high === null)
    return 'the difference is uncertain: too few processes or machines were measured'
  const side = (value: number) => `${percent(value)} ${value < 0 ? 'later' : 'sooner'}`
  return `requests finish between ${side(low)} and ${side(high)} with ${first}`
}

/** Formats `1.5–2.1`; only the figure without an interval. */
function rangeText({ value, low, high }: Estimate): string {
  return [...new Set([low ?? value, high ?? value].map((end) => significant(end, 2)))].join('–')
}

/** Formats a share without its sign. */
function percent(value: number): string {
  return `${significant(Math.abs(100 * value), 2)}%`
}

function withRange({ value, low, high }: Estimate): string {
  const signed = (each: number) => `${each < 0 ? '−' : ''}${significant(Math.abs(each), 3)}`
  return low === null || high === null
    ? signed(value)
    : `${signed(value)} (${signed(low)} to ${signed(high)})`
}
