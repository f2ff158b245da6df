/** The values of command line options, checked; a wrong one is named in one line. */
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { type Objective, QUANTILES, type QuantileName } from '../../shared/result/latency.ts'
import type { ShardNumber } from '../../shared/result/shards.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { choice, flag, value } from './command.ts'

/** `NaN` for blank text too, which `Number` takes for 0: an unset variable of a script is no value. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

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

/** Far more than is of use, and no more than a machine bears. */
const LARGEST = 10_000

export function positiveInteger(text: string): number {
  const value = numberOf(text)
  if (!Number.isInteger(value) || value < 1 || value > LARGEST) {
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${LARGEST}.`)
  }
  return value
}

export function pipeliningOrNone(text: string): number {
  return text.trim() === '0' ? 0 : positiveInteger(text)
}

/** How many arbitrary inputs a fuzzer sends: as many as there is time for. */
export function inputs(text: string): number {
  const value = numberOf(text)
  if (!Number.isInteger(value) || value < 1 || value > 1e7) {
    throw new InvalidArgumentError('It takes a whole number from 1 to 10000000.')
  }
  return value
}

/** Requests in two halves that are held against each other. */
function evenRequests(text: string): number {
  const value = numberOf(text)
  if (!Number.isInteger(value) || value < 2 || value > 1e7 || value % 2 === 1) {
    throw new InvalidArgumentError('It takes an even number from 2 to 10000000.')
  }
  return value
}

export function seed(text: string): number {
  const value = numberOf(text)
  if (!Number.isInteger(value) || value < 0 || value > 0x7fffffff) {
    throw new InvalidArgumentError('It takes a whole number from 0 to 2147483647.')
  }
  return value
}

/** Seconds that no load exceeds. */
const DAY = 86_400

export function seconds(text: string): number {
  const value = numberOf(text)
  if (!(value > 0 && value <= DAY)) throw new InvalidArgumentError(`It takes seconds, above 0 and up to ${DAY}.`)
  return value
}

export function secondsOrNone(text: string): number {
  const value = numberOf(text)
  if (!(value >= 0 && value <= DAY)) throw new InvalidArgumentError(`It takes seconds, 0 or above and up to ${DAY}.`)
  return value
}

/** Processes of a server for each CPU: more only share it, and take memory. */
const MOST_PER_CPU = 4

/** Processes of a server; a few for each CPU at the most. */
function workers(text: string): number {
  const most = MOST_PER_CPU * availableParallelism()
  const value = numberOf(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new InvalidArgumentError(`It takes a whole number from 1 to ${most}, which is ${MOST_PER_CPU} for each CPU.`)
}

/** Numbers of processes, separated by commas, rising. */
export function workerCounts(text: string): number[] {
  return [...new Set(text.split(',').map(workers))].sort((a, b) => a - b)
}

export function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim())
  if (list.includes('')) throw new InvalidArgumentError('It takes names, separated by commas.')
  return list
}

/** The names that a scenario is chosen by. */
export const SCENARIO_NAMES = [...scenarios.keys()].join(', ')

/**
 * @param names what the command takes
 * @throws UsageError that lists the names, also where none is given
 */
export function scenarioNamed(name: string | undefined, names = SCENARIO_NAMES): Scenario {
  if (name === undefined) throw new UsageError(`a scenario is missing: there is ${names}`)
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

/** A length of time in minutes or seconds, such as `20m` or `90s`, in seconds. */
export function timeSpan(text: string): number {
  const [, value, unit] = /^(\d+(?:\.\d+)?)(m|s)$/.exec(text) ?? []
  if (value === undefined || Number(value) <= 0)
    throw new InvalidArgumentError('It takes minutes or seconds: 20m, 90s.')
  return Number(value) * (unit === 'm' ? 60 : 1)
}

/** Requests/s, separated by commas, rising; `none` for no rate. */
export function rates(text: string): number[] {
  return numbersBetween(text, 1, 1_000_000, 'rates from 1 to 1000000 requests/s')
}

/** Shares of a maximum in percent, separated by commas, rising; `none` for no share. */
export function shares(text: string): number[] {
  return numbersBetween(text, 1, 150, 'percentages from 1 to 150').map((percentage) => percentage / 100)
}

function numbersBetween(text: string, least: number, most: number, what: string): number[] {
  if (text.trim() === 'none') return []
  const values = text.split(',').map((each) => numberOf(each.replace(/%$/, '')))
  if (!values.every((value) => value >= least && value <= most)) {
    throw new InvalidArgumentError(`It takes ${what}, separated by commas, or none.`)
  }
  return [...new Set(values)].sort((a, b) => a - b)
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

/** The same requests and the same order in every call, unless somebody wants others. */
const SEED = 1

/** Options that mean the same in every command that has them. */
export const fixedSeed = value('<n>', 'of the requests and of all order', seed, { standard: SEED })
export const quick = flag('fewer processes and shorter loads: rough figures, kept only in --out')
export const processes = (standard: number, quick: number) =>
  value('<n>', 'fresh processes of each server', positiveInteger, { standard, quick })
export const counter = <const T extends string>(kinds: readonly T[]) =>
  choice('<kind>', 'what counts instructions (default: the first that works here)', kinds)
export const counted = value(
  '<n>',
  'requests counted in each process (default: perf 20,000, qemu 6,000, callgrind 4,000)',
  evenRequests,
)
export const serversDir = value(
  '<dir>',
  'also the server folders in this directory; repeatable',
  (text: string, before: string[]) => [...before, userPath(text)],
  { standard: [] as string[] },
)
export const out = (folder: string) =>
  value('<file>', `write the result to this file (default: results/${folder}/<date>.json)`, userPath)

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
