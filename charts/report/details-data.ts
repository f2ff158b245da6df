/** What stands behind a server's row: where its time goes. */
import type { ProfiledServer } from '../../shared/result/profile.ts'
import { PART_NAMES, PARTS } from '../../shared/result/profile-parts.ts'
import { packagesOf, partOf } from '../../shared/result/profile-summary.ts'
import type { ProfileData } from './data.ts'
import { estimateFigure } from './figures.ts'

/** Packages beyond these have next to nothing. */
const MOST_PACKAGES = 8

/** Null where it was refused or not profiled. */
export function profileOf(server: ProfiledServer | undefined): ProfileData | null {
  if (!server || server.refusal !== null || server.processes.length === 0) return null
  return {
    parts: PART_NAMES.map((part) => ({ name: PARTS[part].title, figure: estimateFigure(partOf(server, part)) })),
    packages: packagesOf(server)
      .slice(0, MOST_PACKAGES)
      .map((each) => ({ name: `${each.package}, ${PARTS[each.part].title}`, figure: estimateFigure(each) })),
  }
}
