import { ROOT } from '../../../shared/basics/root.ts'
import { footprint } from '../../../shared/probes/footprint.ts'
import { sum } from '../../../shared/stats/statistics.ts'
import { npm } from '../../folders/package-manager.ts'
import { measuring } from '../../measure/probe.ts'
import { serversOfAnyScenario } from '../../measure/subjects.ts'
import { freshInstall } from './measure.ts'

/** Packages to name. */
const LARGEST = 2

export default measuring({
  probe: footprint,
  description:
    'packages, megabytes and install scripts that a fresh npm install of a server brings',
  subjects: serversOfAnyScenario,
  options: {},
  prepare: async () => ({ version: `npm ${(await npm(['--version'], ROOT)).trim()}` }),
  async measure(server) {
    const packages = await freshInstall(server)
    return {
      values: {
        packages: packages.length,
        bytes: sum(packages, ({ bytes }) => bytes),
        build: server.builds ? 'yes' : null,
      },
      evidence: {
        framework: server.manifest.router && server.version !== null,
        largest: packages
          .toSorted((a, b) => b.bytes - a.bytes)
          .slice(0, LARGEST)
          .map(({ name, bytes }) => ({ name, bytes })),
        installScripts: packages.flatMap(({ name, version, hasInstallScript }) =>
          hasInstallScript ? `${name}@${version}` : [],
        ),
      },
    }
  },
})
