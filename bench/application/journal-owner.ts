/**
 * Who goes on with a journal: one process, named in a file beside it from the run's beginning until the journal is gone. The
 * machine's lock does not tell, since a run that pauses lends the machine.
 */
import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { takeLock } from '../machine/lock.ts'

const owned = new Set<string>()

/**
 * Makes a journal this process's own, until `disownJournal` or the end of the process.
 * @throws UsageError where a living process has it
 */
export function ownJournal(journal: string): void {
  if (owned.has(journal)) return
  const owner = takeIfWritable(ownerFile(journal))
  if (owner !== null) {
    throw new UsageError(
      `${relative('', journal)} is of a run that still goes on (pid ${owner}), maybe in a pause: wait for its end, or end it; another journal is resumed by its name; where no run has that pid, delete ${relative('', ownerFile(journal))}`,
    )
  }
  if (owned.size === 0) process.once('exit', disownAll)
  owned.add(journal)
}

/** Leaves the journal to others, if this process has it. */
export function disownJournal(journal: string): void {
  if (!owned.delete(journal)) return
  rmSync(ownerFile(journal), { force: true })
  if (owned.size === 0) process.off('exit', disownAll)
}

function disownAll(): void {
  for (const journal of owned) disownJournal(journal)
}

function ownerFile(journal: string): string {
  return `${journal}.lock`
}

/** Where no such file can be made, there can be no journal either, which is said there. */
function takeIfWritable(file: string): number | null {
  try {
    return takeLock(file)
  } catch {
    return null
  }
}
