/** Parsers of option values. A wrong value is reported on one line. */
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { unknownName } from '../../shared/basics/text.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { SHARINGS, type Sharing } from '../../shared/format/workers.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { choice, flag, type Setting, unless, value } from './command.ts'

/** Returns a parser of numbers in a range that are multiples of `step`. */
function numberBetween(least: number, most: number, step?: number): (text: string) => number {
  return (text) => {
    // `Number` parses a blank string, such as an unset variable of a script, as 0.
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (number >= least && number <= most && (step === undefined || number % step === 0))
      return number
    const kind = step === undefined ? 'number' : step === 1 ? 'whole number' : `multiple of ${step}`
    throw new InvalidArgumentError(`It takes a ${kind} from ${least} to ${most}.`)
  }
}

/** Far more than is useful, but not more than a machine can handle. */
export const positiveInteger = numberBetween(1, 10_000, 1)
/** Requests in flight on a connection: at most those prepared for it. */
export const inFlight = numberBetween(1, 500, 1)
export const inputs = numberBetween(1, 1e7, 1)
/** Even, since the two halves are compared. */
const evenRequests = numberBetween(2, 1e7, 2)
export const seed = numberBetween(0, 0x7fffffff, 1)

/** Maximum seconds of a load. */
const DAY = 86_400

/** Parses a duration such as `1.5`, `90s` or `20m`; returns seconds. */
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

export function nameList(text: string): string[] {
  const list = text.split(',').map((name) => name.trim())
  if (list.includes('')) throw new InvalidArgumentError('It takes names, separated by commas.')
  return list
}

/** Numbers separated by commas, rising, each once. */
export function numbers(parse: (text: string) => number): (text: string) => number[] {
  return (text) => [...new Set(nameList(text).map(parse))].sort((a, b) => a - b)
}

/** Unit: requests/s. */
export const rates = numbers(numberBetween(1, 1_000_000))
/** Processes of a server. */
export const workerNumbers = numbers(numberBetween(1, 256, 1))
/** Loads relative to a capacity. */
export const multiples = numbers(numberBetween(0.1, 10))
/** Numbers of routes of a server, or `none`. */
export const routeNumbers = (text: string) =>
  text.trim() === 'none' ? [] : numbers(numberBetween(1, 100_000, 1))(text)

const SCENARIO_NAMES = [...scenarios.keys()].join(', ')

/** @throws UsageError with the list of names */
export function scenarioNamed(name: string): Scenario {
  const scenario = scenarios.get(name)
  if (!scenario) throw new UsageError(unknownName('scenario', name, [...scenarios.keys()]))
  return scenario
}

/** Parses a percentage; `1%` is 0.01. */
export function percent(text: string): number {
  const value = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  if (value === undefined || Number(value) <= 0 || Number(value) >= 100) {
    throw new InvalidArgumentError('It takes a percentage, such as 1%.')
  }
  return Number(value) / 100
}

/** Resolves a path given by the user, relative to the directory in which npm was called. */
export function userPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path)
}

/** The same by default, so that every call has the same requests in the same order. */
const SEED = 1

/** Options that several commands share. */
export const fixedSeed = value('<n>', 'seed of requests and order', seed, { standard: SEED })
export const randomSeed: Setting<number> = {
  takes: '<n>',
  help: 'seed of all random choices (default: random)',
  parse: seed,
  draw: () => randomInt(2 ** 31),
}
export const quick = flag(
  'fewer processes and shorter loads: rough figures, in a temporary file unless --out names one',
)
export const processes = (standard: number, quick?: number) =>
  value('<n>', 'fresh processes of each server', positiveInteger, {
    standard,
    quick,
  })
export const counts = unless('count no instructions')
export const times = unless(
  'record no times, and measure several processes at once: for a busy machine',
)
/** @throws UsageError where neither is wanted */
export function assertMeasured(wanted: { counts: boolean; times: boolean }): void {
  if (!wanted.counts && !wanted.times)
    throw new UsageError('--no-counts and --no-times leave nothing to measure: omit one')
}
export const counted = (standard: number, quick?: number) =>
  value('<n>', 'requests to count per process', evenRequests, {
    standard,
    quick,
  })
export const serversDir = value(
  '<dir>',
  'also use the server folders in this directory; repeatable',
  (text: string, before: string[]) => [...before, userPath(text)],
  { standard: [] as string[] },
)
export const comparedServer = value(
  '<name>',
  'the server to run with both versions (default: the one whose version is that of the package)',
  String,
)
export const out = (folder: string) =>
  value(
    '<file>',
    `write the result to this file (default: results/${folder}/<date>.json)`,
    userPath,
  )

export const resume = value(
  '<file>',
  'continue the interrupted measurement of this .partial file',
  userPath,
)

export const sharing = choice('<way>', 'how workers share the port', SHARINGS, {
  standard: 'reuse-port',
})

/** Several processes per server. */
export const workerOptions = {
  workers: value('<n>', 'processes of each server, behind one port', numberBetween(1, 256, 1), {
    standard: 1,
  }),
  sharing: {
    ...sharing,
    help: 'with --workers: how they share the port (default: reuse-port)',
    standard: undefined,
  } as Setting<Sharing | undefined>,
}

/** Operand for a scenario. */
export const SCENARIO = { syntax: '[scenario]', help: SCENARIO_NAMES, standard: 'update-user' }
/** Name for all scenarios. */
export const ALL = 'all'
export const SCENARIO_OR_ALL = { ...SCENARIO, help: `${SCENARIO_NAMES}, or "${ALL}"` }
