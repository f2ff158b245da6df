/**
 * Keeps the measurements of each process, or of each round of a run, in a file beside the result, so that an interrupted command
 * can be resumed. The file has a line of JSON for the command and one per process or round.
 */
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { readRegular } from '../../shared/basics/regular-file.ts'
import { PROGRAM } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import { differingKeys } from '../../shared/comparison/comparable.ts'
import { Environment, Source } from '../../shared/format/fields.ts'
import type { Contents } from '../../shared/format/measurement.ts'
import { ifInterrupted } from '../terminal/output.ts'

/** What the command needs to be resumed. */
export interface JournalHead {
  command: string
  operands: readonly string[]
  values: Readonly<Record<string, unknown>>
  startedAt: string
}

const Head = z.looseObject({
  command: z.string(),
  operands: z.array(z.string()),
  values: z.record(z.string(), z.unknown()),
  startedAt: z.iso.datetime(),
  environment: Environment,
  source: Source,
})

type Conditions = Pick<Contents, 'environment' | 'source'>

/** Returns the names of what differs in machine and sources, apart from what is measured again or differs between boots. */
export function changedConditions(old: Conditions, now: Conditions): string[] {
  const [before, after] = [old, now].map(({ environment, source }) => {
    const { memoryBytes: _, boot: __, ...machine } = environment
    return { ...machine, commit: source.commit, 'uncommitted changes': source.clean }
  })
  return differingKeys(before as object, after as object)
}

type Line = { key: string; value: unknown }

const journalOf = (result: string) => `${result}.partial`

/** @throws UsageError if an interrupted measurement of this result can still be resumed */
export function assertNotInterrupted(result: string): void {
  const path = relative('', journalOf(result))
  if (!existsSync(path)) return
  throw new UsageError(
    `${path} holds an interrupted measurement: continue it with --resume ${path}, or delete it`,
  )
}

/** The journal of the current measurement. */
let current: Journal | null = null

export class Journal {
  readonly #path: string
  readonly #head: JournalHead & Conditions
  readonly #kept: Map<string, unknown>
  #parts = 0

  private constructor(path: string, head: JournalHead & Conditions, kept: readonly Line[]) {
    this.#path = path
    this.#head = head
    this.#kept = new Map(kept.map(({ key, value }) => [key, value]))
    current = this
    this.#announce()
  }

  /** Begins the journal of a result. Its file is made with the first value. */
  static begin(result: string, head: JournalHead & Conditions): Journal {
    return new Journal(journalOf(result), head, [])
  }

  /** @throws UsageError if machine or sources have changed, or may have: uncommitted changes cannot be compared */
  static resume(path: string, now: Conditions): Journal {
    const { head, lines } = readJournal(path)
    const changes = changedConditions(head, now).join(', ')
    const reasons = [
      ...(now.source.clean === false ? ['commit the changes, and start again'] : []),
      ...(changes ? [`its processes were measured under other conditions: ${changes} differ`] : []),
    ]
    if (reasons.length > 0)
      throw new UsageError(`${relative('', path)} can't be resumed: ${reasons.join('; ')}`)
    // A killed process may have left a partial line.
    appendFileSync(path, '\n')
    return new Journal(path, head, lines)
  }

  /** Returns the value stored under a key, or measures and stores it. */
  async remember<T>(key: string, measure: () => Promise<T>): Promise<T> {
    if (this.#kept.has(key)) return this.#kept.get(key) as T
    const value = await measure()
    const head = this.#kept.size === 0 ? `${JSON.stringify(this.#head)}\n` : ''
    appendFileSync(this.#path, `${head}${JSON.stringify({ key, value } satisfies Line)}\n`)
    this.#kept.set(key, value)
    this.#announce()
    return value
  }

  /** Returns the conditions of all parts. The boot is null if they are of several boots, and so perhaps of several machines. */
  conditionsOfAll<C extends Conditions>(now: C): C {
    const { boot } = now.environment
    return {
      ...now,
      environment: { ...now.environment, boot: this.#head.environment.boot === boot ? boot : null },
    }
  }

  /** Numbers the parts of a measurement, so that equal keys of two parts differ. */
  nextPart(): number {
    return ++this.#parts
  }

  /** Removes the journal, once the result is written. */
  end(): void {
    current = null
    rmSync(this.#path, { force: true })
    ifInterrupted('the result is written')
  }

  /** Returns how to resume; undefined if nothing is stored. */
  hint(): string | undefined {
    if (this.#kept.size === 0) return undefined
    const kept = plural(this.#kept.size, 'part')
    return `${kept} kept: ${PROGRAM} ${this.#head.command} --resume ${relative('', this.#path)} continues`
  }

  #announce(): void {
    ifInterrupted(this.hint())
  }
}

/**
 * Returns a function for the processes of one part of a measurement. It returns what the journal has under a key, or
 * measures and stores it.
 */
export function partOfJournal(): <T>(key: string, measure: () => Promise<T>) => Promise<T> {
  const journal = current
  const part = journal?.nextPart()
  return (key, measure) => (journal ? journal.remember(`${part}/${key}`, measure) : measure())
}

/** @throws UsageError if the file is not a journal */
export function readJournal(path: string): { head: JournalHead & Conditions; lines: Line[] } {
  let text: string
  try {
    text = readRegular(path)
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read, since ${messageOf(error)}: --resume takes the .partial file of an interrupted measurement`,
    )
  }
  const [head, ...lines] = text.split('\n').flatMap((line) => parseLine(line))
  const valid = Head.safeParse(head)
  if (!valid.success)
    throw new UsageError(`${path} is not a .partial file of an interrupted measurement`)
  return { head: valid.data, lines: lines as unknown as Line[] }
}

function parseLine(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
