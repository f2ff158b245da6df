import { workarounds } from '../../../shared/probes/workarounds.ts'
import { type Counter, readyCounter } from '../../counters/counter.ts'
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

/** `workarounds/<id>.ts` is the server as its framework documents it, without that work-around. */
export default measuring({
  probe: workarounds,
  description: 'count what work-arounds cost, relative to the documented code',
  subjects: foldersWithFiles(
    { server: 'update-user' },
    ({ manifest }) => manifest.workarounds.length > 0,
  ),
  options: countingOptions,
  async prepare() {
    const counter = await readyCounter()
    return { counter, version: counter.version }
  },
  expand: (server) =>
    withVariants(
      server,
      'workarounds',
      server.manifest.workarounds.map(({ id }) => [id, `${id}.ts`] as const),
    ),
  protocol: countingProtocol,
  opening: countingOpening,
  build: buildVariant,
  async measure(variant: Variant, turn) {
    const isFirst = turn.round === 1
    const { part, counted, manifest } = variant
    const why = manifest.workarounds.find(({ id }) => id === part)?.why
    const described = { ...(isFirst && why !== undefined && { why }) }
    if (!counted) return isFirst ? { values: described } : null
    // Counting compares each response. What else the documented default does is why there is a work-around.
    if (isFirst && part === '') await checkVariant(variant, turn)
    const instructions = await countVariant(variant, turn.tools.counter as Counter, turn)
    return { values: { ...described, instructions } }
  },
})
