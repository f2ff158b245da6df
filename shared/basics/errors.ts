/** Invalid command line or input file: printed as one line, exit status 2. */
export class UsageError extends Error {}

/** Nothing can be measured on this machine, or with this choice: printed as one line, exit status 3. */
export class Unmeasurable extends Error {}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
