/** Wrong use of the command line or a broken input file: printed as one line, exit status 2. */
export class UsageError extends Error {}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
