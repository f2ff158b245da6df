import type { StrictServer } from '../../../charts/instruments/strict-keys/format.ts'
import strictKeys from '../../../charts/instruments/strict-keys/instrument.ts'
import { counts } from '../../cli/options.ts'
import { inLanes } from '../../counters/lanes.ts'
import { identityOf } from '../../folders/identity.ts'
import { type Server, scenarioSource } from '../../folders/servers.ts'
import type { VariantKind } from '../../variants/variants.ts'
import { countVariants } from '../count-variants.ts'
import { CHECKED, variantsCommand } from '../variants.ts'
import { inheritedKeysOf, unknownKeysOf, wireOfKeys } from './observe.ts'

/** What a server with the option lacks. */
const UNKNOWN_KEYS = 'unknown keys'

/** `strict-keys/update-user.ts` is the server with the option by which its documentation rejects unknown keys. */
export const kind: VariantKind = {
  folder: 'strict-keys',
  has: (server) => scenarioSource(server, 'update-user') !== undefined,
  filesOf: (_server, files) =>
    files.flatMap((file) => (file === 'update-user.ts' ? [[UNKNOWN_KEYS, file]] : [])),
  contract: (whole) => whole,
}

export default variantsCommand({
  shows: strictKeys,
  description: 'which servers can reject unknown keys, and how many instructions that costs',
  options: { counts },
  kind,
  opening: 'unknown keys in update-user',
  async measure({ found, attempts, ...plan }, { counts, ...values }) {
    const seen = new Map<Server, Pick<StrictServer, 'unknownKeys' | 'inheritedKeys'>>()
    await inLanes(CHECKED, found, ({ server, variants }) =>
      attempts.attempt(server, async () => {
        const [, strict] = variants
        seen.set(server, {
          unknownKeys: await unknownKeysOf(server, values.seed),
          inheritedKeys: strict ? await inheritedKeysOf(server, strict.entry, values.seed) : null,
        })
      }),
    )
    const counted = counts
      ? await countVariants({ ...plan, found, attempts, wireOf: wireOfKeys }, values)
      : null
    const servers = found.map(({ server, code }): StrictServer => {
      const { strictKeys: option = null, validation, package: own = null } = server.manifest
      const instructionsOf = (without: string | null) =>
        counted?.instructionsOf(server, without) ?? []
      return {
        ...identityOf(server),
        refusal: attempts.reasonOf(server),
        code,
        validator: validation.by === 'hand-written' ? null : (validation.library ?? own),
        ...(seen.get(server) ?? { unknownKeys: { top: null, nested: null }, inheritedKeys: null }),
        option,
        instructions: { plain: instructionsOf(null), strict: instructionsOf(UNKNOWN_KEYS) },
      }
    })
    return { counting: counted?.counting ?? null, servers }
  },
})
