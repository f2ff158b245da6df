/**
 * Declares a command's operands and options once. Parsing, help and the types of `run` follow from it.
 */
import { type Command, Option } from 'commander'
import { UsageError } from '../../shared/basics/errors.ts'
import { waitForOthers } from '../machine/lock.ts'

/** A typed option. Its flag follows from its key: `sideBySide` is `--side-by-side`. */
export interface Setting<T> {
  readonly help: string
  /** Placeholder of the value, such as `<n>`; undefined for a boolean flag. */
  readonly takes?: string
  parse?(text: string, before: T): T
  readonly choices?: readonly string[]
  readonly standard?: T
  /** Draws the value if the option is left out, instead of `standard`. */
  readonly draw?: () => T
  /** Replaces `standard` with `--quick`. */
  readonly quick?: T | undefined
  readonly negated?: boolean
}

export type Settings = Readonly<Record<string, Setting<unknown>>>
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

type Standard<T> = Pick<Setting<T>, 'quick'> & { standard: T }

/** Declares an option with a value; undefined if neither the option nor a standard is given. */
export function value<T>(
  takes: string,
  help: string,
  parse: (text: string, before: T) => T,
  standard: Standard<T>,
): Setting<T>
export function value<T>(
  takes: string,
  help: string,
  parse: (text: string, before: T | undefined) => T,
): Setting<T | undefined>
export function value<T>(
  takes: string,
  help: string,
  parse: Setting<T>['parse'],
  more: Partial<Standard<T>> = {},
) {
  return { takes, help, parse, ...more }
}

/** Declares an option that takes one of several words. */
export function choice<const T extends string>(
  takes: string,
  help: string,
  choices: readonly T[],
  more: { standard: T },
): Setting<T> {
  return { takes, help, choices, ...more }
}

/** Declares a flag; default: false. */
export const flag = (help: string): Setting<boolean> => ({ help, standard: false })

/** Declares a flag `--no-…`; default: true. */
export const unless = (help: string): Setting<boolean> => ({ help, standard: true, negated: true })

interface Operand {
  /** Such as `<file>`, `[scenario]` or `<files...>`. */
  syntax: string
  help?: string
  standard?: string
}

interface Declaration<S> {
  name: string
  description: string
  operands?: readonly Operand[]
  options: S
  /** It measures time, and so must run alone on the machine. */
  timed?: boolean
  /** Shown below the options. */
  more?: string
  /** Meaning of exit status 1; left out if the command never returns it. */
  fails?: string
  /** @returns the exit status */
  run: (values: Values<S>, ...operands: string[]) => number | Promise<number>
}

/** Returns the last lines of a command's help. @param fails meaning of status 1; measured results are valid then */
export function exitStatus(fails?: string): string {
  const one = fails === undefined ? '' : `1 ${fails}; `
  return `\nExit status: 0 everything was done; ${one}2 usage error; 3 the command failed. The reason is printed on one line.`
}

/** Adds the command to a program. Calls `finish` with its exit status. */
export type AddCommand = (program: Command, finish: (status: number) => void) => void

export function command<const S extends Settings>({
  name,
  description,
  operands = [],
  options,
  timed = false,
  more,
  fails,
  run,
}: Declaration<S>): AddCommand {
  return (program, finish) => {
    const subcommand = program.command(name).description(description)
    for (const { syntax, help, standard } of operands) subcommand.argument(syntax, help, standard)
    for (const [key, setting] of Object.entries(options))
      subcommand.addOption(optionOf(key, setting))
    if (timed) subcommand.option('--wait', 'wait for another run on this machine to end')
    subcommand.addHelpText('after', `${more ? `${more}\n` : ''}${exitStatus(fails)}`)
    subcommand.action(async (...args: unknown[]) => {
      const words = args
        .slice(0, -2)
        .flat()
        .filter((word) => word !== undefined) as string[]
      if (subcommand.opts().wait) waitForOthers()
      if (subcommand.opts().resume !== undefined) assertOnlyResume(subcommand)
      finish(await run(valuesOf(subcommand, options), ...words))
    })
  }
}

/** @throws UsageError for other arguments beside `--resume`, which takes them from the interrupted measurement */
function assertOnlyResume(subcommand: Command): void {
  const isGiven = (option: Option) =>
    subcommand.getOptionValueSource(option.attributeName()) === 'cli'
  const flags = subcommand.options.filter(isGiven).map(({ long }) => long)
  const others = [
    ...subcommand.args,
    ...flags.filter((flag) => flag !== '--resume' && flag !== '--wait'),
  ]
  if (others.length > 0)
    throw new UsageError(`--resume takes everything else from its file: omit ${others.join(', ')}`)
}

/** Returns the flag of a key. */
function longOf(key: string, { negated = false }: Pick<Setting<unknown>, 'negated'> = {}): string {
  return `--${negated ? 'no-' : ''}${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function optionOf(key: string, setting: Setting<unknown>): Option {
  const { takes, help, parse, choices, standard, quick, negated } = setting
  const formatted = (value: unknown) =>
    Array.isArray(value) ? value.join(',') || 'none' : String(value)
  const differs = negated
    ? '; so does --quick'
    : ` (default: ${formatted(standard)}; quick: ${formatted(quick)})`
  const end = quick === undefined ? '' : differs
  const option = new Option([longOf(key, setting), takes].filter(Boolean).join(' '), help + end)
  if (choices) option.choices(choices)
  if (parse) option.argParser(parse)
  if (takes !== undefined && standard !== undefined && quick === undefined)
    option.default(standard, formatted(standard))
  return option
}

function valuesOf<S extends Settings>(subcommand: Command, settings: S): Values<S> {
  const parsed = subcommand.opts()
  // A flag `--no-…` has a default even if it was not given.
  const explicit = (key: string) =>
    subcommand.getOptionValueSource(key) === 'cli' ? parsed[key] : undefined
  const values = Object.entries(settings).map(([key, { standard, quick, draw }]) => [
    key,
    explicit(key) ?? (parsed.quick ? quick : undefined) ?? standard ?? draw?.(),
  ])
  return Object.fromEntries(values)
}
