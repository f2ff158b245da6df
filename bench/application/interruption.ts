/** The last line of a command line that a signal ends. */
import { relative } from 'node:path'
import { plural } from '../../shared/basics/text.ts'

const NOTHING = 'no result was written'
let state = NOTHING

/** How an interrupted run is continued. */
export function resumeHint(path: string, rounds: number): string {
  return `${plural(rounds, 'round')} kept: npm run bench -- run --resume ${relative('', path)} continues`
}

/** @param what there is of a result from now on, for the line; nothing where it is left out */
export function ifInterrupted(what = NOTHING): void {
  state = what
}

export function interruptionLine(signal: NodeJS.Signals): string {
  return `${signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`}: ${state}`
}
