/** The last line of a command that a signal ends: what is kept, and how to go on. */

const NOTHING = 'no result was written'
let state = NOTHING

/** @param kept replaces the line's end from now on; left out where nothing is kept */
export function ifInterrupted(kept = NOTHING): void {
  state = kept
}

export function interruptionLine(signal: NodeJS.Signals): string {
  return `${signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`}: ${state}`
}
