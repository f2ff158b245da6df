/** Wrong use of the command line or a broken input file: printed as one line, exit status 2. */
export class UsageError extends Error {}

/** Nothing can be measured here, or of what was chosen: printed as one line, exit status 3. */
export class Unmeasurable extends Error {}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
