/** The last line of a command line that a signal ends: it says what there is of a result by then, and how to go on. */

import { relative } from 'node:path'
import { plural } from '../../shared/basics/text.ts'

let written: string | undefined
let kept: { journal: string; rounds: number } | undefined

/** From now on there is none: that of a scenario before is not what is interrupted. */
export function measuringBegins(): void {
  written = undefined
  kept = undefined
}

/** From now on the run can be gone on with. */
export function roundsAreKept(journal: string, rounds: number): void {
  kept = rounds > 0 ? { journal, rounds } : undefined
}

/** From now on there is a result, whatever comes next. */
export function resultIsWritten(path: string): void {
  written = path
}

export function interruptionLine(signal: NodeJS.Signals): string {
  const how = signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`
  if (written) return `${how}: the result is in ${written}`
  if (!kept) return `${how}: no result was written`
  return `${how}: ${plural(kept.rounds, 'round')} measured; npm run bench -- run --resume ${relative('', kept.journal)} goes on`
}
