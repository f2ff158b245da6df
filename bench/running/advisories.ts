/** Known advisories on the packages of the lockfile, as npm's registry tells them today. */
import { z } from 'zod'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import { type Advisory, SEVERITIES } from '../../shared/result/footprint.ts'
import { firstLineOf, runProgram } from '../instructions/program.ts'

export interface Audit {
  /** By a package's place from the repository's root, such as `node_modules/qs`. */
  advisories: ReadonlyMap<string, readonly Advisory[]>
}

/** Nobody was asked, or nobody answered: why, in a few words. */
export interface NoAudit {
  reason: string
}

const Via = z.object({
  source: z.number(),
  dependency: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.enum(SEVERITIES),
  range: z.string(),
})

/** What `npm audit --json` says, as far as it is asked. A text in `via` is a package that is concerned by another one's advisory. */
const Report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({ via: z.array(z.union([z.string(), Via])), nodes: z.array(z.string()) }),
  ),
})

/** Asks the registry by npm's own command about all that is no development dependency. Never rejects. */
export async function askAudit(root: string): Promise<Audit | NoAudit> {
  const { stdout, stderr } = await runProgram('npm', ['audit', '--omit=dev', '--json', '--prefix', root])
  try {
    return parseAudit(stdout)
  } catch {
    return { reason: refusalIn(stdout) ?? oneLine(firstLineOf(stderr)) }
  }
}

/** @throws where it is no report of an audit */
export function parseAudit(text: string): Audit {
  const { vulnerabilities } = Report.parse(JSON.parse(text))
  const advisories = new Map<string, Advisory[]>()
  for (const { via, nodes } of Object.values(vulnerabilities)) {
    // What is concerned by a dependency's advisory alone is no flaw of the package itself.
    const own = via.filter((each) => typeof each !== 'string')
    for (const node of nodes) {
      const found = own.map(({ source, dependency, title, url, severity, range }) => {
        return { id: source, package: dependency, title, url, severity, range }
      })
      if (found.length > 0) advisories.set(node, [...(advisories.get(node) ?? []), ...found])
    }
  }
  return { advisories }
}

/** What npm says in JSON where the registry refuses. */
function refusalIn(stdout: string): string | undefined {
  try {
    const { message, error } = JSON.parse(stdout)
    return oneLine(message ?? error?.summary ?? '') || undefined
  } catch (error) {
    return stdout ? messageOf(error) : undefined
  }
}
