/**
 * How a command is declared: its operands and options once, from which the command line, its help and the types of what
 * `run` gets follow.
 */
import { type Command, Option } from 'commander'

/** An option with values of a type. Its flag follows from its key: `sideBySide` is `--side-by-side`. */
export interface Setting<T> {
  readonly help: string
  /** What stands behind the flag, such as `<n>`; nothing for a flag that is there or not. */
  readonly takes?: string
  parse?(text: string, before: T): T
  readonly choices?: readonly string[]
  readonly standard?: T
  /** In place of `standard` with `--quick`. */
  readonly quick?: T
  /** What an option is that stands without its value. */
  readonly preset?: string
  readonly negated?: boolean
}

type Settings = Readonly<Record<string, Setting<unknown>>>
export type Values<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

type Standard<T> = Pick<Setting<T>, 'quick' | 'preset'> & { standard: T }

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
  more?: { preset: string },
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
  more,
  run,
}: Declaration<S>): AddCommand {
  return (program, finish) => {
    const own = program.command(name).description(description)
    for (const { syntax, help, standard } of operands) own.argument(syntax, help, standard)
    addSettings(own, options)
    if (more) own.addHelpText('after', more)
    own.action(async (...given: unknown[]) => {
      const words = given
        .slice(0, -2)
        .flat()
        .filter((word) => word !== undefined) as string[]
      finish(await run(valuesOf(own, options), ...words))
    })
  }
}

export function addSettings(own: Command, settings: Settings): void {
  for (const [key, setting] of Object.entries(settings)) own.addOption(optionOf(key, setting))
}

function optionOf(key: string, { takes, help, parse, choices, standard, quick, preset, negated }: Setting<unknown>) {
  const long = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const shown = Array.isArray(standard) ? standard.join(',') || 'none' : standard
  const end =
    quick === undefined
      ? ''
      : ` (default: ${shown}; quick: ${Array.isArray(quick) ? quick.join(',') || 'none' : quick})`
  const option = new Option([`--${negated ? 'no-' : ''}${long}`, takes].filter(Boolean).join(' '), help + end)
  if (choices) option.choices(choices)
  if (parse) option.argParser(parse)
  if (preset !== undefined) option.preset(preset)
  if (takes !== undefined && standard !== undefined && quick === undefined) option.default(standard, String(shown))
  return option
}

function valuesOf<S extends Settings>(own: Command, settings: S): Values<S> {
  const given = own.opts()
  const values = Object.entries(settings).map(([key, { standard, quick }]) => [
    key,
    given[key] ?? (given.quick ? quick : undefined) ?? standard,
  ])
  return Object.fromEntries(values)
}
