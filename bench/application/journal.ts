/**
 * The journal of a run: a file beside its result, from the first moment to the writing of the result. Its first line holds
 * all that is needed to go on with the run, each further one a round that is over, or when the run was gone on with. It is
 * written between rounds only, and every line is on the disk before the next round begins.
 */
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  globSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { FinishedRound, RunDescription, type RunRecord } from '../measure/run-record.ts'
import { disownJournal, ownJournal } from './journal-owner.ts'

const JOURNAL_VERSION = 1
const ENDING = '.journal.jsonl'

const Header = z.strictObject({
  journal: z.literal(JOURNAL_VERSION),
  /** Where the result goes. */
  result: z.string(),
  run: RunDescription,
  /** Digest of the uncommitted changes to the sources. */
  changes: z.string().nullable(),
  /** Where each server lies, and a digest of its files. */
  servers: z.array(z.strictObject({ name: z.string(), directory: z.string(), code: z.string() })),
  /** What is to be done with the result. */
  publish: z.boolean(),
  isChoice: z.boolean(),
  /** Whether instructions are counted afterwards. */
  instructions: z.boolean(),
})

const Line = z.union([z.strictObject({ round: FinishedRound }), z.strictObject({ resumed: z.iso.datetime() })])

export type JournalHeader = Omit<z.infer<typeof Header>, 'journal'>

/** What a journal holds. */
export interface JournalContents {
  header: JournalHeader
  record: RunRecord
}

function journalPath(result: string): string {
  return `${result.replace(/\.json$/, '')}${ENDING}`
}

export class Journal {
  readonly path: string
  #rounds: number
  /** Why it can't be written any more. */
  #flaw: string | undefined

  /** What holds no round is of no use to anybody. */
  readonly #atExit = () => {
    if (this.#rounds === 0) this.remove()
  }

  private constructor(path: string, rounds: number) {
    this.path = path
    this.#rounds = rounds
    process.once('exit', this.#atExit)
  }

  /**
   * Begins the journal of a run, which is this process's own until it is removed.
   * @throws UsageError where there is one of another run, which goes on or holds rounds that would be lost
   */
  static begin(header: JournalHeader): Journal {
    const path = journalPath(header.result)
    ownJournal(path)
    if (existsSync(path) && readJournal(path).record.rounds.length > 0) {
      throw new UsageError(
        `${relative('', path)} holds rounds of a run that was interrupted: npm run bench -- run --resume ${relative('', path)}, or delete it`,
      )
    }
    const journal = new Journal(path, 0)
    journal.#attempt(() => writeFileAtomically(path, `${JSON.stringify({ journal: JOURNAL_VERSION, ...header })}\n`))
    return journal
  }

  /** Goes on with the journal of a run that was interrupted; what was being written then is cut off. */
  static resume(path: string, { record }: JournalContents, now: string): Journal {
    const text = readFileSync(path, 'utf8')
    const journal = new Journal(path, record.rounds.length)
    if (!text.endsWith('\n')) writeFileAtomically(path, text.slice(0, text.lastIndexOf('\n') + 1))
    journal.#append({ resumed: now })
    return journal
  }

  /** @returns how many rounds it holds now */
  keep(round: FinishedRound): number {
    this.#append({ round })
    if (!this.#flaw) this.#rounds++
    return this.#rounds
  }

  remove(): void {
    process.off('exit', this.#atExit)
    rmSync(this.path, { force: true })
    disownJournal(this.path)
  }

  #append(line: z.infer<typeof Line>): void {
    this.#attempt(() => {
      // Where it is gone no new one is made: without its first line it would be of no use.
      const file = openSync(this.path, constants.O_WRONLY | constants.O_APPEND)
      try {
        const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    })
  }

  /** A run does not end because its journal can't be written; it could only not be gone on with. */
  #attempt(write: () => void): void {
    if (this.#flaw) return
    try {
      write()
    } catch (error) {
      this.#flaw = messageOf(error)
      console.log(`can't write ${this.path}: ${this.#flaw}; the run goes on, and can't be resumed from here on`)
    }
  }
}

/**
 * Reads a journal; a last line that was not written to its end is left out.
 * @throws UsageError that names the file and what is wrong with it
 */
export function readJournal(path: string): JournalContents {
  const [first = '', ...others] = linesOf(path)
  const { journal: _, ...header } = parsed(path, 1, first, Header)
  const lines = others.map((line, index) => parsed(path, index + 2, line, Line))
  return {
    header,
    record: {
      description: header.run,
      rounds: lines.flatMap((line) => ('round' in line ? [line.round] : [])),
      refusals: [],
      resumed: lines.flatMap((line) => ('resumed' in line ? [line.resumed] : [])),
    },
  }
}

function linesOf(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new UsageError(`${path} is not a journal: ${isMissing ? 'there is no such file' : messageOf(error)}`)
  }
  return text.split('\n').slice(0, -1)
}

function parsed<T>(path: string, number: number, line: string, schema: z.ZodType<T>): T {
  const wrong = (what: string) =>
    new UsageError(`${path} is not a journal that can be gone on with: line ${number}: ${what}`)
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch (error) {
    throw wrong(messageOf(error))
  }
  const checked = schema.safeParse(json)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw wrong(`${issue?.path.join('.') || 'all of it'}: ${issue?.message}`)
}

/**
 * The journal that was meant: the named one, or the newest in `results/`.
 * @returns the others that are there, too
 * @throws UsageError where there is none
 */
export function findJournal(named: string | undefined, root = ROOT): { path: string; others: string[] } {
  if (named !== undefined) return { path: named, others: [] }
  const found = globSync(`results/*/*${ENDING}`, { cwd: root })
    .map((file) => join(root, file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  const [path, ...others] = found
  if (path) return { path, others }
  throw new UsageError('results/ holds no journal of a run that was interrupted: name one that lies elsewhere')
}
