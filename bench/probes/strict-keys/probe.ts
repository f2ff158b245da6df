import { STRICT, strictKeys } from '../../../shared/probes/strict-keys.ts'
import { counts } from '../../cli/options.ts'
import { measuring } from '../../measure/probe.ts'
import { foldersWithFiles } from '../../measure/subjects.ts'
import {
  buildVariant,
  checkVariant,
  countingOpening,
  countingOptions,
  countingProtocol,
  countVariant,
  type Variant,
  withVariants,
} from '../../measure/variants.ts'
import { inheritedKeysOf, unknownKeysOf, wireOfKeys } from './measure.ts'

/** `strict-keys/update-user.ts` is the server with the option by which its documentation rejects unknown keys. */
export default measuring({
  probe: strictKeys,
  description: 'which servers can reject unknown keys, and how many instructions that costs',
  subjects: foldersWithFiles({ server: 'update-user' }),
  options: { counts, ...countingOptions },
  expand: (server) =>
    withVariants(
      server,
      'strict-keys',
      server.manifest.strictKeys ? [[STRICT, 'update-user.ts']] : [],
    ),
  protocol: countingProtocol,
  opening: countingOpening,
  build: buildVariant,
  async measure(variant: Variant, turn) {
    const { counter } = turn.tools
    const isFirst = turn.round === 1
    const isCounted = variant.counted && counter !== null
    if (!isFirst && !isCounted) return null
    if (isFirst && variant.counted) await checkVariant(variant, turn)
    const observed = isFirst ? await observe(variant, turn.values.seed ?? 1) : {}
    const wire = wireOfKeys(variant)
    const counted = { ...variant, manifest: { ...variant.manifest, wire } }
    return {
      values: {
        ...observed,
        ...(isCounted && { instructions: await countVariant(counted, counter, turn) }),
      },
    }
  },
})

/** Observes the option's effect, or what the server does without it and what its manifest says. */
async function observe(variant: Variant, seed: number) {
  if (variant.part === STRICT) return inheritedKeysOf(variant, seed)
  const { strictKeys: option, validation, package: own = null } = variant.manifest
  return {
    ...(await unknownKeysOf(variant, seed)),
    validator: validation.by === 'hand-written' ? null : (validation.library ?? own),
    ...(option && { option: option.option, covers: option.nested ? 'yes' : 'each needs it' }),
  }
}
