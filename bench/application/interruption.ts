/** The last line of a command line that a signal ends: it says whether a result had been written by then. */

let written: string | undefined

/** From now on there is none: that of a scenario before is not what is interrupted. */
export function measuringBegins(): void {
  written = undefined
}

/** From now on there is a result, whatever comes next. */
export function resultIsWritten(path: string): void {
  written = path
}

export function interruptionLine(signal: NodeJS.Signals): string {
  const how = signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`
  return `${how}: ${written ? `the result is in ${written}` : 'no result was written'}`
}
