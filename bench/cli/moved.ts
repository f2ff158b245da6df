/** Old spellings of the command line and what takes their place. */

/** By command, or by command and option. */
const MOVED: Readonly<Record<string, string>> = {
  cost: 'use layers; what validation libraries cost is measured by validators',
  finding: 'its text is on the page charts/published/findings/README.md',
  outdated: 'use npm outdated',
  report: 'publish writes the report',
}

/** What to say of arguments that the command line took once; undefined where it never did. */
export function movedLine([command = '', ...args]: readonly string[]): string | undefined {
  const options = args.filter((arg) => arg.startsWith('--')).map((arg) => `${command} ${arg.replace(/=.*/s, '')}`)
  const [old, place] = [command, ...options].map((each) => [each, MOVED[each]]).find(([, found]) => found) ?? []
  return old && `${old} is gone: ${place}`
}
