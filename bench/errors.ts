import type { Refusal } from './result.ts'

/** Wrong use of the command line or a broken input file: printed as one line, exit status 2. */
export class UsageError extends Error {}

export type TrialPhase = Refusal['phase']

/** A trial that yields no number: which step failed, and why in one line. */
export class TrialFailure extends Error {
  readonly phase: TrialPhase

  constructor(phase: TrialPhase, reason: string) {
    super(reason)
    this.phase = phase
  }
}

/** The text with every run of white space, line ends included, made one space. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** The line of a program's output that says best why it ended: an error, or else the last one. */
export function tellingLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim())
  const errors = [/^(uncaught )?\w*error\b/i, /error/i].map((error) => lines.find((line) => error.test(line)))
  return (errors[0] ?? errors[1] ?? lines.filter(Boolean).at(-1))?.slice(0, 300)
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
