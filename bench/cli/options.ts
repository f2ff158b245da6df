/** The values of command line options, checked; a wrong one is named in one line. */
import { randomInt } from 'node:crypto'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { type Objective, QUANTILES, type QuantileName } from '../../charts/instruments/latency/format.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import type { ShardNumber } from '../../shared/results/shards.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { choice, flag, type Setting, value } from './command.ts'

/** Parses a number of a range, which is a multiple of `step`. */
function between(least: number, most: number, step?: number): (text: string) => number {
  return (text) => {
    // Number takes a blank string for 0, and an unset variable of a script is no value.
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (number >= least && number <= most && (step === undefined || number % step === 0)) return number
    const kind = step === undefined ? 'number' : step === 1 ? 'whole number' : `multiple of ${step}`
    throw new InvalidArgumentError(`It takes a ${kind} from ${least} to ${most}.`)
  }
}

/** Far more than is of use, and no more than a machine bears. */
export const positiveInteger = between(1, 10_000, 1)
export const inputs = between(1, 1e7, 1)
/** Requests in two halves, compared with each other. */
const evenRequests = between(2, 1e7, 2)
export const seed = between(0, 0x7fffffff, 1)

/** Seconds that no load exceeds. */
const DAY = 86_400

/** A length of time such as `1.5`, `90s` or `20m`, in seconds. */
export function secondsOrNone(text: string): number {
  const [, number = '', unit] = /^(\d*\.?\d+)(s|m)?$/.exec(text) ?? []
  const seconds = Number(number) * (unit === 'm' ? 60 : 1)
  if (number !== '' && seconds <= DAY) return seconds
  throw new InvalidArgumentError(`It takes seconds up to ${DAY}, or minutes: 1.5, 90s, 20m.`)
}

export function seconds(text: string): number {
  const seconds = secondsOrNone(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('It takes more than 0 seconds.')
}

export function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim())
  if (list.includes('')) throw new InvalidArgumentError('It takes names, separated by commas.')
  return list
}

/** Numbers separated by commas, rising, each once. */
export function numbers(parse: (text: string) => number): (text: string) => number[] {
  return (text) => [...new Set(names(text).map(parse))].sort((a, b) => a - b)
}

/** The same, or `none`. */
const numbersOrNone = (parse: (text: string) => number) => (text: string) =>
  text.trim() === 'none' ? [] : numbers(parse)(text)

const percentage = between(1, 150)
/** Requests/s. */
export const rates = numbersOrNone(between(1, 1_000_000))
/** Shares of a maximum in percent. */
export const shares = numbersOrNone((text) => percentage(text.replace(/%$/, '')) / 100)
/** Numbers of routes that a server has. */
export const routeNumbers = numbersOrNone(between(1, 100_000, 1))
/** Processes of a server, at most four for each CPU: more only share it, and take memory. */
export const workerCounts = numbers(between(1, 4 * availableParallelism(), 1))

/** More than anybody has servers. */
const MOST_SHARDS = 1_000

/** Which share of how many, such as `2/8`. */
export function shard(text: string): ShardNumber {
  const [, number, of] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text)?.map(Number) ?? []
  if (number === undefined || of === undefined || number < 1 || number > of || of > MOST_SHARDS) {
    throw new InvalidArgumentError('It takes a share and the number of shares, such as 2/8: from 1/8 to 8/8.')
  }
  return { number, of }
}

/** The names that a scenario is chosen by. */
export const SCENARIO_NAMES = [...scenarios.keys()].join(', ')

/**
 * @param names what the command takes
 * @throws UsageError that lists the names
 */
export function scenarioNamed(name: string, names = SCENARIO_NAMES): Scenario {
  const scenario = scenarios.get(name)
  if (!scenario) throw new UsageError(`no scenario called ${name || 'nothing'}: there is ${names}`)
  return scenario
}

/** A share in percent, such as `1%`: 0.01. */
export function percent(text: string): number {
  const value = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  if (value === undefined || Number(value) <= 0 || Number(value) >= 100) {
    throw new InvalidArgumentError('It takes a percentage, such as 1%.')
  }
  return Number(value) / 100
}

/** A quantile of latency and what it must be below, such as `p99<20ms`. */
export function objective(text: string): Objective {
  const [, quantile = '', value = ''] = /^\s*(p[\d.]+)\s*<\s*(\d+(?:\.\d+)?)\s*ms\s*$/.exec(text) ?? []
  if (!(quantile in QUANTILES) || !(Number(value) > 0)) {
    throw new InvalidArgumentError(`It takes ${Object.keys(QUANTILES).join(', ')} and milliseconds, such as p99<20ms.`)
  }
  return { quantile: quantile as QuantileName, milliseconds: Number(value) }
}

/** A path that the user gave: relative to the directory that npm was called in, which npm leaves for the package's. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}

/** By default, every call has the same requests in the same order. */
const SEED = 1

/** Options that mean the same in every command that has them. */
export const fixedSeed = value('<n>', 'of the requests and of all order', seed, { standard: SEED })
export const randomSeed: Setting<number> = {
  takes: '<n>',
  help: 'of requests and arrivals (default: random)',
  parse: seed,
  draw: () => randomInt(2 ** 31),
}
export const quick = flag('fewer processes and shorter loads: rough figures, kept only in --out')
export const processes = (standard: number, quick?: number) =>
  value('<n>', 'fresh processes of each server', positiveInteger, { standard, ...(quick !== undefined && { quick }) })
export const counter = <const T extends string>(kinds: readonly T[]) =>
  choice('<kind>', 'what counts instructions (default: the first that works here)', kinds)
export const counted = value('<n>', 'requests counted in each process (default: perf 20,000, qemu 6,000)', evenRequests)
export const serversDir = value(
  '<dir>',
  'also the server folders in this directory; repeatable',
  (text: string, before: string[]) => [...before, userPath(text)],
  { standard: [] as string[] },
)
export const out = (folder: string) =>
  value('<file>', `write the result to this file (default: results/${folder}/<date>.json)`, userPath)

export const resume = value('<file>', 'go on with the .partial file of an interrupted measurement', userPath)

/** The scenario that a command is of, and its default. */
export const SCENARIO = { syntax: '[scenario]', help: SCENARIO_NAMES, standard: 'update-user' }
/** The name of all scenarios together. */
export const ALL = 'all'
export const SCENARIO_OR_ALL = { ...SCENARIO, help: `${SCENARIO_NAMES}, or "${ALL}"` }

/** Where a result is written; undefined for its place in the repository, which a quick one never takes. */
export function resultFile({ out, quick }: { out: string | undefined; quick: boolean }): string | undefined {
  return (
    out ?? (quick ? join(tmpdir(), `bench-quick-${new Date().toISOString().replaceAll(':', '-')}.json`) : undefined)
  )
}
