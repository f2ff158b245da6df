import type { LayeredServer } from '../../../charts/instruments/layers/format.ts'
import layers from '../../../charts/instruments/layers/instrument.ts'
import { AMOUNTS } from '../../counters/counter.ts'
import { countVariants, QUICK } from '../count-variants.ts'
import { variantsCommand } from '../variants.ts'
import { layers as kind, standsOn } from './kind.ts'

export default variantsCommand({
  shows: layers,
  description: 'count servers with one layer after the other removed: validation, body parser, and so on',
  options: {},
  kind,
  opening: 'update-user layer by layer',
  async measure({ found, attempts, ...plan }, { processes, seed, quick }) {
    const amounts = quick ? QUICK : AMOUNTS
    const { counting, variantsOf } = await countVariants({ ...plan, found, attempts }, { processes, seed, amounts })
    const names = found.map(({ server }) => server.name)
    const servers = found.map(({ server, code }): LayeredServer => {
      const below = standsOn(server.name)
      return {
        name: server.name,
        displayName: server.manifest.name ?? server.name,
        version: server.version,
        code,
        below: below !== null && names.includes(below) ? below : null,
        variants: variantsOf(server).map(({ without, instructions, settled }) => {
          return { layer: without, instructions, settled }
        }),
        refusal: attempts.reasonOf(server),
      }
    })
    return { counting, servers }
  },
})
