/**
 * Declares a command's operands and options once: the command line, its help and the types that `run` receives follow.
 */
import { type Command, Option } from 'commander'
import { waitForOthers } from '../host/lock.ts'

/** An option with values of a type. Its flag follows from its key: `sideBySide` is `--side-by-side`. */
export interface Setting<T> {
  readonly help: string
  /** Placeholder of the value, such as `<n>`; undefined for a boolean flag. */
  readonly takes?: string
  parse?(text: string, before: T): T
  readonly choices?: readonly string[]
  readonly standard?: T
  /** Makes the value where the option is left out, in place of `standard`. */
  readonly draw?: () => T
  /** In place of `standard` with `--quick`. */
  readonly quick?: T
  readonly negated?: boolean
}

export type Settings = Readonly<Record<string, Setting<unknown>>>
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

type Standard<T> = Pick<Setting<T>, 'quick'> & { standard: T }

/** An option that takes a value, which is undefined where the option and its standard are left out. */
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
export function value<T>(takes: string, help: string, parse: Setting<T>['parse'], more: Partial<Standard<T>> = {}) {
  return { takes, help, parse, ...more }
}

/** An option that takes one of several words. */
export function choice<const T extends string>(
  takes: string,
  help: string,
  choices: readonly T[],
  standard: { standard: T },
): Setting<T>
export function choice<const T extends string>(
  takes: string,
  help: string,
  choices: readonly T[],
): Setting<T | undefined>
export function choice<const T extends string>(takes: string, help: string, choices: readonly T[], more = {}) {
  return { takes, help, choices, ...more }
}

/** A flag: false where it is left out. */
export const flag = (help: string): Setting<boolean> => ({ help, standard: false })

/** A flag `--no-…`: true where it is left out. */
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
  /** Measures time, and so needs the machine for itself. */
  timed?: boolean
  /** Shown below the options. */
  more?: string
  /** @returns the exit status */
  run: (values: Values<S>, ...operands: string[]) => number | Promise<number>
}

/** Adds the command to a program, and has its exit status told to `finish`. */
export type AddCommand = (program: Command, finish: (status: number) => void) => void

export function command<const S extends Settings>({
  name,
  description,
  operands = [],
  options,
  timed = false,
  more,
  run,
}: Declaration<S>): AddCommand {
  return (program, finish) => {
    const own = program.command(name).description(description)
    for (const { syntax, help, standard } of operands) own.argument(syntax, help, standard)
    for (const [key, setting] of Object.entries(options)) own.addOption(optionOf(key, setting))
    if (timed) own.option('--wait', 'wait for the end of another run that measures on this machine')
    if (more) own.addHelpText('after', more)
    own.action(async (...given: unknown[]) => {
      const words = given
        .slice(0, -2)
        .flat()
        .filter((word) => word !== undefined) as string[]
      if (own.opts().wait) waitForOthers()
      finish(await run(valuesOf(own, options), ...words))
    })
  }
}

/** The flag of a key. */
export function longOf(key: string, { negated = false }: Pick<Setting<unknown>, 'negated'> = {}): string {
  return `--${negated ? 'no-' : ''}${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function optionOf(key: string, setting: Setting<unknown>): Option {
  const { takes, help, parse, choices, standard, quick } = setting
  const shown = (value: unknown) => (Array.isArray(value) ? value.join(',') || 'none' : String(value))
  const end = quick === undefined ? '' : ` (default: ${shown(standard)}; quick: ${shown(quick)})`
  const option = new Option([longOf(key, setting), takes].filter(Boolean).join(' '), help + end)
  if (choices) option.choices(choices)
  if (parse) option.argParser(parse)
  if (takes !== undefined && standard !== undefined && quick === undefined) option.default(standard, shown(standard))
  return option
}

function valuesOf<S extends Settings>(own: Command, settings: S): Values<S> {
  const given = own.opts()
  const values = Object.entries(settings).map(([key, { standard, quick, draw }]) => [
    key,
    given[key] ?? (given.quick ? quick : undefined) ?? standard ?? draw?.(),
  ])
  return Object.fromEntries(values)
}
